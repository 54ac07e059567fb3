/* list.c — `sandtable list`: what there is to play. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/local.h"
#include "systems/systems.h"

const char list_usage[] = "sandtable list [SYSTEM | SCENARIO | --editions]\n"
                          "Prints every system, its scenarios, and the options of each with the paragraph they\n"
                          "come from. With --editions: each scenario with the edition and data that a journal\n"
                          "names. Status 1 if a scenario does not load.\n";

typedef struct Listing {
    const System *system;
    const char *only; /* the one scenario requested, else NULL */
    int found, bad;
    bool editions;
} Listing;

/* As a journal says it. */
static void print_edition(const Scenario *scenario)
{
    printf("%s %d ", scenario->id, scenario->system->edition);
    for (int i = 0; i < SHA256_BYTES; i++)
        printf("%02x", scenario->data_hash[i]);
    putchar('\n');
}

static void print_scenario(const Scenario *scenario)
{
    printf("  %-18s %s:", scenario->id, scenario->title);
    for (int side = 0; side < scenario->sides; side++)
        printf("%s %s (%s)", side ? "," : "", scenario->side_name[side], scenario->side_word[side]);
    putchar('\n');
    for (int i = 0; i < scenario->options; i++) {
        const Option *option = &scenario->option[i];
        printf("    %s=%s  (%s)  %s [%s %s]\n", option->name, option->value, option->values, option->help,
               scenario->system->title, option->rule);
    }
}

static void list_scenario(void *context, const char *path)
{
    Listing *listing = context;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    int length = (int)strlen(name) - (int)strlen(".scenario");
    char id[120], why[200];
    if (length == 3 && !strncmp(name, "lab", 3)) /* the empty map of the lab is nothing to play */
        return;
    snprintf(id, sizeof id, "%s/%.*s", listing->system->name, length, name);
    if (listing->only && strcmp(listing->only, id))
        return;
    listing->found++;
    Scenario *scenario = scenario_open(id, NULL, true, why);
    if (!scenario) {
        printf("  %-18s does not load\n", id);
        listing->bad++;
        return;
    }
    if (listing->editions)
        print_edition(scenario);
    else
        print_scenario(scenario);
    scenario_free(scenario);
}

int command_list(int argc, char **argv)
{
    const System *only = NULL;
    bool editions = argc == 2 && !strcmp(argv[1], "--editions");
    if (argc > 2 || (argc == 2 && !editions && !(only = system_named(argv[1])))) {
        if (argc == 2 && argv[1][0] != '-')
            fprintf(stderr, "sandtable list: there is no system and no scenario \"%s\"\n", argv[1]);
        fputs(list_usage, stderr);
        return 2;
    }
    Listing listing = {.only = only && strchr(argv[1], '/') ? argv[1] : NULL, .editions = editions};
    for (int i = 0; systems[i]; i++) {
        char folder[4096];
        if (only && systems[i] != only)
            continue;
        listing.system = systems[i];
        snprintf(folder, sizeof folder, "%s/%s/scenarios", data_directory(), systems[i]->name);
        if (!editions)
            printf("%s: %s, edition %d\n", systems[i]->name, systems[i]->title, systems[i]->edition);
        if (!files_below(folder, ".scenario", list_scenario, &listing)) {
            fprintf(stderr, "sandtable list: %s cannot be read\n", folder);
            listing.bad++;
        }
    }
    if (listing.only && !listing.found) {
        fprintf(stderr, "sandtable list: there is no scenario \"%s\"\n", listing.only);
        return 2;
    }
    return listing.bad ? 1 : 0;
}
