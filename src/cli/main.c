/* main.c — `sandtable COMMAND …`: finds the command and hands the arguments over. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"

typedef struct Command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *usage;
    const char *help;
} Command;

/* In the order a newcomer needs them. */
static const Command commands[] = {
    {"list", command_list, list_usage, "systems, scenarios, options"},
    {"play", command_play, play_usage, "a game in the terminal"},
    {"map", command_map, map_usage, "a map or a position as SVG, PNG or PDF"},
    {"serve", command_serve, serve_usage, "web play: games in the browser"},
    {"site", command_site, site_usage, "the client as files, for play without a server"},
    {"admin", command_admin, admin_usage, "the server's users, games, backups and journals"},
    {"campaign", command_campaign, campaign_usage, "games of computer players for many machines"},
    {"worker", command_worker, worker_usage, "plays units of a server's campaigns"},
    {"engine", command_engine, engine_usage, "line protocol on stdin and stdout, for bots and tools"},
    {"lab", command_lab, lab_usage, "scripts with expectations"},
    {"replay", command_replay, replay_usage, "a journal, step by step or verified"},
    {"audit", command_audit, audit_usage, "every die of a finished game"},
    {"analyse", command_analyse, analyse_usage, "chances and mistakes of a game that was played"},
    {"selfplay", command_selfplay, selfplay_usage, "games between players of the machine"},
    {"puzzles", command_puzzles, puzzles_usage, "positions with one order that is clearly better"},
    {"samples", command_samples, samples_usage, "positions of such games in numbers, with their outcomes"},
    {"orders", command_orders, orders_usage, "the order language of a rulebook"},
    {"rules", command_rules, rules_usage, "the ledger of a rulebook"},
    {"check", command_check, check_usage, "data files, every mistake with its line"},
    {"bench", command_bench, bench_usage, "what the machine does per second"},
};

static void print_help(FILE *out)
{
    fputs("sandtable COMMAND …\n\n", out);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].help);
    fputs("\n`sandtable COMMAND --help` explains each command. `--data DIR` names the data directory.\n"
          "Status: 0 done, 1 it found something wrong, 2 it was called wrongly.\n",
          out);
}

/* What a command could not print it has not done. */
static int finish(int status)
{
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    perror("sandtable: the output cannot be written");
    return status ? status : 1;
}

static int run(const Command *command, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help")) {
            fputs(command->usage, stdout);
            return 0;
        }
    return command->run(argc, argv);
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an answer to give, not a reason to die */
    data_choose(&argc, argv);
    if (argc < 2) {
        print_help(stderr);
        return 2;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help")) {
        print_help(stdout);
        return 0;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (!strcmp(argv[1], commands[i].name))
            return finish(run(&commands[i], argc - 1, argv + 1));
    fprintf(stderr, "sandtable: there is no command \"%s\"\n\n", argv[1]);
    print_help(stderr);
    return 2;
}
