/* mail.h — mail by the operator's own server: your turn, your time, and once a day the games that wait for you. */
#ifndef SANDTABLE_SERVER_MAIL_H
#define SANDTABLE_SERVER_MAIL_H

#include "server/own.h"

unsigned mail_settings(Request *request, Buffer *out);
unsigned mail_change(Request *request, const json_t *body, Buffer *out);
/* By the key that a mail brings. */
unsigned mail_confirm(Request *request, const char *key, Buffer *out);
unsigned mail_stop(Request *request, const char *key, Buffer *out);
/* The page with the button that does it. */
unsigned mail_page(const Request *request, const char *key, bool stop, Buffer *out);
/* To a user who wants it; about a game. */
void mail_turn(Server *server, const CallAsk *call, const TurnCall *turn);
/* A whole mail, whose text is taken over; `sending`: what it is a call of. */
struct Sending;
void mail_send(Server *server, int64_t user, const char *address, Buffer *text, struct Sending *sending);
/* Once an hour: users who have not had their daily mail. */
void mail_digest(Server *server);

#endif
