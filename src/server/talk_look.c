/* talk_look.c — requests to look: overlays, panels, stacks; and from which seat, in which language. */
#include <string.h>

#include "server/talk.h"

/* The overlay of that name; NULL if the system declares none. */
static const OverlayKind *overlay_named(const System *system, const char *word)
{
    for (const OverlayKind *kind = system->overlays; word && kind && kind->name; kind++)
        if (!strcmp(kind->name, word))
            return kind;
    return NULL;
}

void say_overlay(Message *message)
{
    static OverlayMarks marks;
    size_t length;
    const Scenario *scenario = message->table->scenario;
    const System *system = scenario->system;
    const OverlayKind *kind = overlay_named(system, text_of(message, "kind", &length));
    OverlayAbout about = {.side = side_named(scenario, text_of(message, "side", &length)),
                          .piece =
                              number_of(message, "piece", system->slots ? system->slots : scenario->pieces, NO_PIECE),
                          .hex = number_of(message, "hex", scenario->map->spots, NO_HEX)};
    if (!kind || !system->overlay) {
        answer_error(message, "server.no-such-overlay");
        return;
    }
    if ((kind->about & (ABOUT_SIDE | ABOUT_OWN_SIDE) && about.side < 0) ||
        (kind->about & ABOUT_PIECE && about.piece == NO_PIECE) || (kind->about & ABOUT_HEX && about.hex == NO_HEX)) {
        answer_error(message, "server.not-said-overlay-about");
        return;
    }
    memset(&marks, 0, sizeof marks);
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    if (!system->overlay(scenario, showing.view, (int)(kind - system->overlays), &about, &marks)) {
        answer_error(message, "server.no-such-overlay");
        return;
    }
    Buffer *out = begin_answer(message, "answer");
    json_overlay(out, &showing, kind, &marks);
    end_answer(message, out);
}

void say_profile(Message *message)
{
    static Profile profile;
    const Scenario *scenario = message->table->scenario;
    Hex from = number_of(message, "from", scenario->map->hexes, NO_HEX);
    Hex to = number_of(message, "to", scenario->map->hexes, NO_HEX);
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    if (!scenario->system->profile || from == NO_HEX || to == NO_HEX ||
        !scenario->system->profile(scenario, showing.view, from, to, &profile)) {
        answer_error(message, "server.no-such-overlay");
        return;
    }
    Buffer *out = begin_answer(message, "answer");
    json_profile(out, &showing, &profile);
    end_answer(message, out);
}

void say_panels(Message *message)
{
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    Buffer *out = begin_answer(message, "answer");
    json_panels(out, &showing);
    json_plan_notes(out, message->table, &showing);
    end_answer(message, out);
}

/* Without hexes: from where something can be carried. */
void say_transfer(Message *message)
{
    const Scenario *scenario = message->table->scenario;
    Hex from = number_of(message, "from", scenario->map->hexes, NO_HEX);
    Hex to = number_of(message, "to", scenario->map->hexes, NO_HEX);
    int amount = number_of(message, "amount", UINT16_MAX, 0);
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    Buffer *out = begin_answer(message, "answer");
    if (!json_object_get(message->object, "from")) {
        json_senders(out, &showing);
        end_answer(message, out);
    } else if (!json_transfers(out, &showing, from, to, amount))
        answer_error(message, "server.no-such-hex");
    else
        end_answer(message, out);
}

void say_aims(Message *message)
{
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    Buffer *out = begin_answer(message, "answer");
    json_aims(out, &showing);
    end_answer(message, out);
}

void say_look(Message *message)
{
    const json_t *hex = json_object_get(message->object, "hex");
    if (!json_is_integer(hex) || json_integer_value(hex) < 0 ||
        json_integer_value(hex) >= message->table->scenario->map->spots) {
        answer_error(message, "server.no-such-hex");
        return;
    }
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    json_stack(out, &showing, (Hex)json_integer_value(hex));
    end_answer(message, out);
}

void say_curtain(Message *message)
{
    size_t length;
    Client *client = message->client;
    int side = side_named(message->table->scenario, text_of(message, "side", &length));
    if (side < 0 || !client->held[side]) {
        answer_error(message, "server.not-seat-yours");
        return;
    }
    Remembered remembered = {.there = json_is_true(json_object_get(message->object, "kept")),
                             .here = json_is_true(json_object_get(message->object, "from"))};
    table_change_places(message->table, client, side, &remembered);
}

/* From now on the client's messages are in another language, beginning with the whole state. */
void say_language(Message *message)
{
    size_t length;
    const char *name = text_of(message, "language", &length);
    int language = name ? language_named(message->client->server, name, length) : -1;
    if (language < 0) {
        answer_error(message, "server.language-not-spoken");
        return;
    }
    message->client->language = language;
    memset(message->client->left, 0, sizeof message->client->left);
    table_state(message->table, message->client);
}
