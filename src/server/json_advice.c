/* json_advice.c — orders that a player of the machine tried out, and their results. */
#include "server/json_own.h"

static void add_tried(Buffer *out, const Scenario *scenario, const Tried *tried, const Why *why)
{
    char text[ORDER_TEXT];
    buffer_literal(out, "{\"order\":");
    buffer_quote_bytes(out, text, order_print(scenario, &tried->order, text));
    if (why->worlds && why->tells_chance)
        buffer_format(out, ",\"chance\":%d.%03d,\"error\":%d.%03d", tried->chance / 1000, tried->chance % 1000,
                      tried->chance_error / 1000, tried->chance_error % 1000);
    if (why->worlds)
        buffer_format(out, ",\"margin\":%.2f,\"marginError\":%.2f", tried->margin / 100.0, tried->margin_error / 100.0);
    buffer_char(out, '}');
}

void json_why(Buffer *out, const Scenario *scenario, const Why *why)
{
    buffer_format(out, "\"worlds\":%d,\"end\":%s,\"better\":%s,\"orders\":[", why->worlds,
                  why->tells_chance ? "true" : "false", why->better ? "true" : "false");
    for (int i = 0; i < why->count; i++) {
        if (i)
            buffer_char(out, ',');
        add_tried(out, scenario, &why->tried[i], why);
    }
    buffer_char(out, ']');
}
