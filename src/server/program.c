/* program.c — this program's id, a hash of everything that decides its games. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/campaign.h"

extern const char program_sources[]; /* made by the build */

static int by_name(const void *one, const void *other)
{
    return strcmp((*(const Scenario *const *)one)->id, (*(const Scenario *const *)other)->id);
}

void program_print(const Scenario *const *scenarios, int count, char out[PROGRAM_ID])
{
    enum { MOST = 64 };
    const Scenario *sorted[MOST];
    crypto_hash_sha256_state state;
    uint8_t hash[crypto_hash_sha256_BYTES];
    count = count < MOST ? count : MOST;
    memcpy(sorted, scenarios, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, by_name);
    crypto_hash_sha256_init(&state);
    for (int i = 0; i < count; i++) {
        char line[100];
        int length = snprintf(line, sizeof line, "%s %d ", sorted[i]->id, sorted[i]->system->edition);
        crypto_hash_sha256_update(&state, (const uint8_t *)line, (unsigned long long)length);
        crypto_hash_sha256_update(&state, sorted[i]->data_hash, sizeof sorted[i]->data_hash);
    }
    crypto_hash_sha256_final(&state, hash);
    int length = snprintf(out, PROGRAM_ID, "%s-", program_sources);
    for (int i = 0; i < 8; i++)
        length += snprintf(out + length, (size_t)(PROGRAM_ID - length), "%02x", hash[i]);
}
