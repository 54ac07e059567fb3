/* moderation.h — reports, mutes and bans, and the moderators who decide about them. */
#ifndef SANDTABLE_SERVER_MODERATION_H
#define SANDTABLE_SERVER_MODERATION_H

#include "server/own.h"

/* Reads the mutes and bans in force; then again every few seconds, so that `sandtable admin` takes effect while the
 * server runs. */
bool moderation_open(Server *server, char why[TROUBLE]);
void moderation_tick(Server *server);
void moderation_close(Server *server);
/* Whether a ban is in force for an account, a guest, or an address. */
bool is_banned(const Server *server, BanKind kind, uint64_t who);
/* Replaces the rows in force with those just read: in order, and since when they were seen. */
void bans_follow(const Server *server, Buffer *bans);
bool is_moderator(const Server *server, int64_t user);
unsigned moderation_report(Request *request, json_t *body, Buffer *out);
unsigned moderation_list(Request *request, Buffer *out);
unsigned moderation_act(Request *request, const json_t *body, Buffer *out);

#endif
