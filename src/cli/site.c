/* site.c — `sandtable site DIR`: a site that plays every scenario in the browser, from any file server. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "server/server.h"

const char site_usage[] =
    "sandtable site DIR\n"
    "  writes the browser client, the engine as a module and the data into the folder: a site that any\n"
    "  file server can show. Every scenario is played there against the machine or at one screen; games\n"
    "  are kept by the browser.\n";

int command_site(int argc, char **argv)
{
    ServerConfig config = {.data = data_directory(), .source = data_source(), .files_below = files_below};
    if (argc != 2 || argv[1][0] == '-') {
        fputs(site_usage, stderr);
        return 2;
    }
    return site_write(&config, argv[1]);
}
