/* calling.c — where an address leads.
 *
 * An address given by a user may not lead into this machine or a private network, under any name: the check is made
 * when it is called, on the address that the name resolved to (caller.c). */
#define _GNU_SOURCE
#include "server/calling.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>

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

/* Whether it is an address of this machine, on any interface. */
static bool is_ours(const struct sockaddr *address)
{
    struct ifaddrs *list = NULL;
    bool ours = false;
    if (getifaddrs(&list))
        return true; /* a program that cannot look does not call */
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

bool address_is_public(const struct sockaddr *address)
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
    size_t length = strcspn(host, "/:?#");
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
    return (!*rest || *rest == '/') && strlen(url) < ERRAND_URL;
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
        good &= address_is_public(at->ai_addr);
    freeaddrinfo(list);
    return good;
}
