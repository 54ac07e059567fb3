/* metrics.c — what the server counts, as Prometheus reads it. */
#include <stdio.h>
#include <unistd.h>

#include "server/own.h"

static const int commit_limits[COMMIT_BUCKETS] = {250, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000};

void metrics_commit(Metrics *metrics, int64_t microseconds)
{
    int bucket = 0;
    while (bucket < COMMIT_BUCKETS && microseconds > commit_limits[bucket])
        bucket++;
    metrics->commit_bucket[bucket]++;
    metrics->commits++;
    metrics->commit_microseconds += (uint64_t)microseconds;
}

static void counter(Buffer *out, const char *name, const char *help, uint64_t value)
{
    buffer_format(out, "# HELP sandtable_%s %s\n# TYPE sandtable_%s counter\nsandtable_%s %llu\n", name, help, name,
                  name, (unsigned long long)value);
}

static void gauge(Buffer *out, const char *name, const char *help, int64_t value)
{
    buffer_format(out, "# HELP sandtable_%s %s\n# TYPE sandtable_%s gauge\nsandtable_%s %lld\n", name, help, name, name,
                  (long long)value);
}

static int64_t resident_bytes(void)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%ld %ld", &pages, &resident) != 2)
        resident = 0;
    fclose(file);
    return (int64_t)resident * sysconf(_SC_PAGESIZE);
}

static void commit_histogram(Buffer *out, const Metrics *metrics)
{
    uint64_t sum = 0;
    buffer_literal(out, "# HELP sandtable_commit_seconds how long a group of orders took to be durable\n"
                        "# TYPE sandtable_commit_seconds histogram\n");
    for (int i = 0; i < COMMIT_BUCKETS; i++) {
        sum += metrics->commit_bucket[i];
        buffer_format(out, "sandtable_commit_seconds_bucket{le=\"%d.%06d\"} %llu\n", commit_limits[i] / 1000000,
                      commit_limits[i] % 1000000, (unsigned long long)sum);
    }
    sum += metrics->commit_bucket[COMMIT_BUCKETS];
    buffer_format(out, "sandtable_commit_seconds_bucket{le=\"+Inf\"} %llu\n", (unsigned long long)sum);
    buffer_format(out, "sandtable_commit_seconds_sum %llu.%06llu\nsandtable_commit_seconds_count %llu\n",
                  (unsigned long long)(metrics->commit_microseconds / 1000000),
                  (unsigned long long)(metrics->commit_microseconds % 1000000), (unsigned long long)sum);
}

void metrics_print(const Server *server, Buffer *out)
{
    const Metrics *metrics = &server->metrics;
    gauge(out, "games", "games in memory", server->tables);
    gauge(out, "clients", "WebSocket clients connected", server->client_count);
    gauge(out, "memory_bytes", "resident memory", resident_bytes());
    gauge(out, "uptime_seconds", "since the start", now_seconds() - server->started);
    counter(out, "requests_total", "HTTP requests", metrics->requests);
    counter(out, "connections_total", "WebSocket connections", metrics->connections);
    counter(out, "messages_total", "messages from clients", metrics->messages);
    counter(out, "sent_bytes_total", "bytes sent to WebSocket clients", metrics->bytes_sent);
    counter(out, "games_created_total", "games begun", metrics->games_created);
    counter(out, "orders_total", "orders taken", metrics->orders);
    counter(out, "machine_orders_total", "orders of them given by players of the machine", metrics->ai_orders);
    counter(out, "refusals_total", "orders refused", metrics->refusals);
    counter(out, "takebacks_total", "orders taken back", metrics->undos);
    counter(out, "dropped_total", "clients dropped because they did not read or said too much", metrics->dropped);
    counter(out, "limited_total", "requests over a limit", metrics->limited);
    counter(out, "logins_total", "passwords that were right", metrics->logins);
    counter(out, "login_failures_total", "passwords that were wrong", metrics->login_failures);
    counter(out, "pictures_total", "pictures drawn", metrics->pictures);
    gauge(out, "picture_bytes", "of pictures that are kept", (int64_t)server->drawn.bytes);
    counter(out, "work_units_total", "units of campaigns that workers brought", metrics->work_units);
    counter(out, "work_replays_total", "units that were played again", metrics->work_replays);
    counter(out, "webhooks_total", "webhooks called", metrics->webhooks);
    counter(out, "calls_retried_total", "webhooks, push calls and mails that failed and are made again",
            metrics->calls_retried);
    counter(out, "calls_given_up_total", "of them that failed too often", metrics->calls_given_up);
    counter(out, "faults_total", "faults of the rules that ended a table", metrics->faults);
    counter(out, "restarts_total", "restarts after a fault that no guard could leave", metrics->restarts);
    counter(out, "commit_failures_total", "groups of orders that could not be written", metrics->commit_failures);
    commit_histogram(out, metrics);
}
