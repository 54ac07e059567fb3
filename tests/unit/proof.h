/* proof.h — PROVES("wb95.1.8") in a cmocka test: the rule is written to the proofs file (named by SANDTABLE_PROOFS)
 * when the test comes to its end. A failed assertion jumps out of the test past its end, so nothing is written then. It
 * may be anywhere in the test, and more than once. */
#ifndef SANDTABLE_PROOF_H
#define SANDTABLE_PROOF_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Proof {
    const char *rule, *file;
    int line;
} Proof;

static inline void proof_write(const Proof *proof)
{
    const char *path = getenv("SANDTABLE_PROOFS");
    FILE *out = path ? fopen(path, "a") : NULL;
    if (!out)
        return;
    const char *tests = strstr(proof->file, "tests/unit/");
    fprintf(out, "%s\t%s:%d\tpassed\n", proof->rule, tests ? tests : proof->file, proof->line);
    fclose(out);
}

#define PROOF_NAME_(line_) proof_at_##line_
#define PROOF_NAME(line_) PROOF_NAME_(line_)
#define PROVES(rule_) \
    __attribute__((cleanup(proof_write), unused)) const Proof PROOF_NAME(__LINE__) = {rule_, __FILE__, __LINE__}

#endif
