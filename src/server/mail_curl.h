/* mail_curl.h — libcurl, loaded when the operator has mail sent: nobody else pays for it. */
#ifndef SANDTABLE_SERVER_MAIL_CURL_H
#define SANDTABLE_SERVER_MAIL_CURL_H

#include "server/store.h"

typedef struct MailServer {
    const char *url;      /* smtp://host:port or smtps://… */
    const char *password; /* "user:password"; NULL: none is needed */
    const char *from;
} MailServer;

/* Whether it is there; else with a sentence. */
bool curl_loads(char why[TROUBLE]);
/* Sends a whole mail, with its head. By workers alone. */
bool curl_mail(const MailServer *server, const char *to, const char *text, size_t length, char why[TROUBLE]);

#endif
