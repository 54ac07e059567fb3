/* serve.h — what the commands share that open a server's store. */
#ifndef SANDTABLE_CLI_SERVE_H
#define SANDTABLE_CLI_SERVE_H

#include <stdbool.h>
#include <stddef.h>

/* Where games are stored by default: the user's data folder. */
void default_store(char *out, size_t room);
/* Makes the folder of a store that is a file; the server reports what is wrong with the address. */
bool store_folder(const char *store);
/* Takes `--name VALUE` or `--name=VALUE` at argv[*i]; NULL if it is another argument. */
const char *value_of(int argc, char **argv, int *i, const char *name);

#endif
