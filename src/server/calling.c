/* calling.c — calls an address once, with short patience, and reads whether it was taken.
 *
 * An address that comes from a stranger may not lead into this machine or a private network, whatever name it goes by:
 * the resolved address is checked and that very address is called. An https:// address is called over TLS, and
 * must prove that it is who its name says. Called by workers alone. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <gnutls/gnutls.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "server/own.h"

enum { PATIENCE = 5 /* seconds for all of it, once the name is known */, STATUS_AT = 9 /* "HTTP/1.1 200" */ };

/* ---- where it leads ---- */

static bool is_public_four(uint32_t address)
{
    static const struct {
        uint32_t network;
        int bits;
    } closed[] = {{0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},
                  {0xA9FE0000, 16}, {0xAC100000, 12}, {0xC0000000, 24}, {0xC0586300, 24},
                  {0xC0A80000, 16}, {0xC6120000, 15}, {0xE0000000, 4},  {0xF0000000, 4}};
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (address >> (32 - closed[i].bits) == closed[i].network >> (32 - closed[i].bits))
            return false;
    return true;
}

/* Whether it is an address of this machine, on whichever interface. */
static bool is_ours(const struct sockaddr *address)
{
    struct ifaddrs *list = NULL;
    bool ours = false;
    if (getifaddrs(&list))
        return true; /* who cannot look does not call */
    for (const struct ifaddrs *at = list; at && !ours; at = at->ifa_next) {
        if (!at->ifa_addr || at->ifa_addr->sa_family != address->sa_family)
            continue;
        if (address->sa_family == AF_INET)
            ours = !memcmp(&((const struct sockaddr_in *)(const void *)at->ifa_addr)->sin_addr,
                           &((const struct sockaddr_in *)(const void *)address)->sin_addr, sizeof(struct in_addr));
        else if (address->sa_family == AF_INET6)
            ours = !memcmp(&((const struct sockaddr_in6 *)(const void *)at->ifa_addr)->sin6_addr,
                           &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, sizeof(struct in6_addr));
    }
    freeifaddrs(list);
    return ours;
}

static bool is_public(const struct sockaddr *address)
{
    if (is_ours(address))
        return false;
    if (address->sa_family == AF_INET)
        return is_public_four(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
    if (address->sa_family != AF_INET6)
        return false;
    const uint8_t *six = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr;
    bool tunnel = six[0] == 0x20 && ((six[1] == 1 && !six[2] && !six[3]) || six[1] == 2); /* to some other address */
    return (six[0] & 0xE0) == 0x20 && !tunnel;                                            /* global unicast alone */
}

/* http[s]://host[:port][/path] */
bool address_split(const char *url, Address *out)
{
    *out = (Address){.secure = !strncmp(url, "https://", 8)};
    const char *host = url + (out->secure ? 8 : 7);
    if ((!out->secure && strncmp(url, "http://", 7)) || strpbrk(url, "\"@\\"))
        return false;
    for (const char *at = url; *at; at++)
        if (*at <= ' ' || *at > '~')
            return false;
    size_t length = strcspn(host, "/:");
    if (!length || length >= sizeof out->host)
        return false;
    memcpy(out->host, host, length);
    const char *rest = host + length;
    snprintf(out->port, sizeof out->port, out->secure ? "443" : "80");
    if (*rest == ':') {
        size_t digits = strspn(++rest, "0123456789");
        if (!digits || digits >= sizeof out->port)
            return false;
        snprintf(out->port, sizeof out->port, "%.*s", (int)digits, rest);
        rest += digits;
    }
    if ((*rest && *rest != '/') || strlen(rest) >= sizeof out->path)
        return false;
    snprintf(out->path, sizeof out->path, "%s", *rest ? rest : "/");
    return true;
}

/* A name is looked up when it is called; an address that is written out shows at once where it leads. */
bool address_is_good(const char *url, bool home)
{
    Address address;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST}, *list = NULL;
    if (!address_split(url, &address))
        return false;
    if (home || getaddrinfo(address.host, address.port, &hints, &list))
        return true;
    bool good = true;
    for (struct addrinfo *at = list; at; at = at->ai_next)
        good &= is_public(at->ai_addr);
    freeaddrinfo(list);
    return good;
}

/* ---- the call ---- */

/* Whatever is waited for ends when the whole call must. */
static void have_patience(int connection, int64_t until)
{
    int64_t left = until - now_microseconds();
    struct timeval patience = {.tv_sec = left / 1000000, .tv_usec = left > 0 ? left % 1000000 : 1};
    if (left <= 0)
        patience.tv_sec = 0;
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
}

/* The connection, or -1 with the result; it has until then. */
static int connect_to(const Address *address, bool home, int64_t *until, const char **result)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    int connection = -1;
    *result = "unreachable";
    if (getaddrinfo(address->host, address->port, &hints, &list))
        return -1;
    *until = now_microseconds() + PATIENCE * (int64_t)1000000;
    for (struct addrinfo *at = list; at && connection < 0 && now_microseconds() < *until; at = at->ai_next) {
        if (!home && !is_public(at->ai_addr)) {
            *result = "forbidden";
            continue;
        }
        connection = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connection < 0)
            continue;
        have_patience(connection, *until);
        if (connect(connection, at->ai_addr, at->ai_addrlen)) {
            close(connection);
            connection = -1;
        }
    }
    freeaddrinfo(list);
    return connection;
}

static bool exchange_plainly(int connection, const Buffer *request, char *answer, size_t room)
{
    return send(connection, request->bytes, request->length, MSG_NOSIGNAL) == (ssize_t)request->length &&
           recv(connection, answer, room, 0) > STATUS_AT + 3;
}

/* What comes first may be for the library alone, a ticket for another session; then it is asked again. */
static ssize_t receive_in_secret(gnutls_session_t session, char *answer, size_t room)
{
    enum { TRIES = 4 };
    ssize_t length = GNUTLS_E_AGAIN;
    for (int i = 0; i < TRIES && (length == GNUTLS_E_AGAIN || length == GNUTLS_E_INTERRUPTED); i++)
        length = gnutls_record_recv(session, answer, room);
    return length;
}

static bool exchange_in_secret(int connection, const char *host, const Buffer *request, char *answer, size_t room)
{
    gnutls_certificate_credentials_t trust = NULL;
    gnutls_session_t session = NULL;
    bool good = !gnutls_certificate_allocate_credentials(&trust) &&
                gnutls_certificate_set_x509_system_trust(trust) >= 0 &&
                !gnutls_init(&session, GNUTLS_CLIENT | GNUTLS_NO_SIGNAL) && !gnutls_set_default_priority(session) &&
                !gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, trust) &&
                !gnutls_server_name_set(session, GNUTLS_NAME_DNS, host, strlen(host));
    if (good) {
        gnutls_session_set_verify_cert(session, host, 0);
        gnutls_transport_set_int(session, connection);
        gnutls_handshake_set_timeout(session, PATIENCE * 1000);
        good = !gnutls_handshake(session) &&
               gnutls_record_send(session, request->bytes, request->length) == (ssize_t)request->length &&
               receive_in_secret(session, answer, room) > STATUS_AT + 3;
    }
    if (session)
        gnutls_deinit(session);
    if (trust)
        gnutls_certificate_free_credentials(trust);
    return good;
}

int address_call(const Address *address, bool home, const Buffer *request, const char **result)
{
    char answer[64] = "";
    int64_t until = 0;
    int connection = connect_to(address, home, &until, result);
    if (connection < 0)
        return 0;
    have_patience(connection, until);
    *result = "unanswered";
    bool heard = address->secure ? exchange_in_secret(connection, address->host, request, answer, sizeof answer - 1)
                                 : exchange_plainly(connection, request, answer, sizeof answer - 1);
    close(connection);
    int status = heard ? atoi(answer + STATUS_AT) : 0;
    if (heard)
        *result = status / 100 == 2 ? "taken" : "refused";
    return status;
}
