/* twin.c — the same calls as tests/wasm/twin.mjs makes, natively: both must print the same lines.
 *
 *     twin SCENARIO SEED PLAYER DATA FILE…    files are named from the folder DATA
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "wasm/wasm.h"

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    for (int i = 5; i < argc; i++) {
        char path[1000];
        size_t length;
        snprintf(path, sizeof path, "%s/%s", argv[4], argv[i]);
        char *bytes = file_read(path, &length);
        char *name = engine_allocate(strlen(argv[i]) + 1);
        if (!bytes || !name || !engine_add_file(strcpy(name, argv[i]), bytes, length))
            return 2;
    }
    uint64_t seed = strtoull(argv[2], NULL, 10);
    if (!engine_load(argv[1], "") || !engine_begin(seed)) {
        puts(engine_text());
        return 1;
    }
    int orders = 0;
    do {
        int given = engine_play(argv[3], seed + (uint64_t)orders, 100);
        if (!given)
            break;
        orders += given;
        printf("%d %016llx\n", orders, (unsigned long long)engine_hash());
    } while (!engine_over());
    printf("%s\n", engine_over() ? "over" : engine_text());
    return engine_over() ? 0 : 1;
}
