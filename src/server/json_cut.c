/* json_cut.c — where in a table a value was read, and a cut through the ground. */
#include "server/json_own.h"

void json_cell(Buffer *out, const System *system, TableRef cell)
{
    if (!cell.table)
        return;
    buffer_literal(out, ",\"cell\":{\"table\":");
    buffer_quote(out, system->tables[cell.table - 1].name);
    buffer_format(out, ",\"row\":%d,\"column\":%d", cell.row, cell.column);
    if (cell.last)
        buffer_format(out, ",\"last\":%d", cell.last);
    buffer_char(out, '}');
}

/* ---- cuts through the ground ---- */

void json_profile(Buffer *out, const Showing *showing, const Profile *profile)
{
    buffer_format(out, ",\"from\":%d,\"to\":%d,\"seen\":", profile->from, profile->to);
    json_bool(out, profile->seen);
    buffer_literal(out, ",\"verdict\":");
    json_said(out, showing, &profile->verdict);
    if (profile->contended)
        buffer_format(out, ",\"contention\":{\"permille\":%d,\"top\":%d,\"line\":%d,\"hex\":%d}", profile->permille,
                      profile->top, profile->line, profile->at == NO_HEX ? -1 : profile->at);
    buffer_literal(out, ",\"points\":[");
    for (int i = 0; i < profile->points; i++)
        buffer_format(out, "%s[%d,%d,%d]", i ? "," : "", profile->point[i].hex, profile->point[i].ground,
                      profile->point[i].cover);
    buffer_char(out, ']');
}
