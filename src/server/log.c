/* log.c — structured lines on stderr, and the clocks. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "server/own.h"

static bool only_trouble;

void log_quiet(bool quiet) { only_trouble = quiet; }

int64_t now_seconds(void) { return (int64_t)time(NULL); }

int64_t now_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void log_line(Level level, const char *what, const char *format, ...)
{
    static const char *const levels[] = {"info", "warning", "error"};
    char text[700], when[32];
    struct timespec now;
    struct tm parts;
    va_list list;
    if (only_trouble && level == LEVEL_INFO)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &parts);
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = ' ';
    fprintf(stderr, "%s.%03ldZ level=%s event=%s%s%s\n", when, now.tv_nsec / 1000000, levels[level], what,
            *text ? " " : "", text);
}

int64_t steady_seconds(void) { return now_microseconds() / 1000000; }
