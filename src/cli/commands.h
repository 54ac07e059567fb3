/* commands.h — the commands of the program. Each gets its own name as argv[0] and returns the status:
 * 0 done, 1 it found something wrong, 2 it was called wrongly; then it prints how it is called. With --help
 * the same is printed for it. */
#ifndef SANDTABLE_COMMANDS_H
#define SANDTABLE_COMMANDS_H

int command_admin(int argc, char **argv);
extern const char admin_usage[];
int command_analyse(int argc, char **argv);
extern const char analyse_usage[];
int command_audit(int argc, char **argv);
extern const char audit_usage[];
int command_bench(int argc, char **argv);
extern const char bench_usage[];
int command_campaign(int argc, char **argv);
extern const char campaign_usage[];
int command_check(int argc, char **argv);
extern const char check_usage[];
int command_engine(int argc, char **argv);
extern const char engine_usage[];
int command_lab(int argc, char **argv);
extern const char lab_usage[];
int command_list(int argc, char **argv);
extern const char list_usage[];
int command_map(int argc, char **argv);
extern const char map_usage[];
int command_orders(int argc, char **argv);
extern const char orders_usage[];
int command_play(int argc, char **argv);
extern const char play_usage[];
int command_puzzles(int argc, char **argv);
extern const char puzzles_usage[];
int command_replay(int argc, char **argv);
extern const char replay_usage[];
int command_rules(int argc, char **argv);
extern const char rules_usage[];
int command_samples(int argc, char **argv);
extern const char samples_usage[];
int command_selfplay(int argc, char **argv);
extern const char selfplay_usage[];
int command_serve(int argc, char **argv);
extern const char serve_usage[];
int command_site(int argc, char **argv);
extern const char site_usage[];
int command_worker(int argc, char **argv);
extern const char worker_usage[];

#endif
