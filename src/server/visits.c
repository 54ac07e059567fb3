/* visits.c — how long a connection may take over a request.
 *
 * libmicrohttpd drops a client that is silent for a while; one that sends a byte now and then would hold a connection
 * for ever. So a request must be whole so many seconds after the connection was made or the last answer was sent. */
#include <stdlib.h>
#include <sys/socket.h>

#include "server/own.h"

struct Visit {
    int socket;
    int64_t since; /* when it began to wait for a request; 0 while we have one, or for good with a WebSocket */
    Visit *next, *previous;
};

void visit_notice(void *context, struct MHD_Connection *connection, void **slot,
                  enum MHD_ConnectionNotificationCode what)
{
    Server *server = context;
    Visit *visit = *slot;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *slot = visit = info ? calloc(1, sizeof *visit) : NULL;
        if (!visit)
            return;
        *visit = (Visit){.socket = info->connect_fd, .since = steady_seconds(), .next = server->visits};
        if (visit->next)
            visit->next->previous = visit;
        server->visits = visit;
    } else if (visit) {
        if (visit->previous)
            visit->previous->next = visit->next;
        else
            server->visits = visit->next;
        if (visit->next)
            visit->next->previous = visit->previous;
        free(visit);
    }
}

void visit_waits(struct MHD_Connection *connection, bool waits)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    Visit *visit = info ? info->socket_context : NULL;
    if (visit)
        visit->since = waits ? steady_seconds() : 0;
}

void visits_sweep(Server *server)
{
    int64_t now = steady_seconds();
    for (Visit *visit = server->visits; visit; visit = visit->next)
        if (visit->since && now - visit->since > REQUEST_SECONDS) {
            visit->since = 0;
            server->metrics.dropped++;
            shutdown(visit->socket, SHUT_RDWR);
        }
}
