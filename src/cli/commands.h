/* commands.h — the commands of the program. Each gets its own name as argv[0] and returns the status:
 * 0 done, 1 it found something wrong, 2 it was called wrongly. Called without sense, or with --help, each
 * prints how it is called. */
#ifndef SANDTABLE_COMMANDS_H
#define SANDTABLE_COMMANDS_H

int command_admin(int argc, char **argv);
int command_audit(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_check(int argc, char **argv);
int command_engine(int argc, char **argv);
int command_lab(int argc, char **argv);
int command_list(int argc, char **argv);
int command_map(int argc, char **argv);
int command_orders(int argc, char **argv);
int command_play(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_rules(int argc, char **argv);
int command_selfplay(int argc, char **argv);
int command_serve(int argc, char **argv);

#endif
