/* talk_think.c — questions before an order: openings, parts, paths, odds. A player who waits may ask the same about the
 * orders he could give if it were his turn. Nothing here changes the game. */
#include "server/talk.h"

static bool is_plan(const Message *message) { return json_is_true(json_object_get(message->object, "plan")); }

/* The view in which an order is thought of: that of the open question, for the player who must answer it; or, with
 * `"plan":true`, for any other player who sits here, the orders he could give if it were his turn. False: the client
 * gets the reason. */
static bool thinks_in(const Message *message, Showing *out)
{
    Table *table = message->table;
    const System *system = table->scenario->system;
    int side = message->client->as;
    if (!is_plan(message)) {
        if (!may_answer(message))
            return false;
        *out = table_showing(table, side, message->client->language);
        return true;
    }
    if (side == SPECTATOR || !message->client->held[side]) {
        answer_refused(message, "server.you-watching");
        return false;
    }
    Position *plan = table_plan(table);
    *out = table_showing(table, side, message->client->language);
    if (plan)
        memcpy(plan, out->view, system->position_size);
    if (!plan || out->over || !system->foresee || !system->foresee(table->scenario, plan, side)) {
        answer_refused(message, "server.nothing-can-planned-now");
        return false;
    }
    out->view = plan;
    out->asked = side;
    return true;
}

static Refusal check_in(const Showing *showing, const Order *order)
{
    Refusal refusal = order_fits(showing->scenario, showing->view, order);
    return refused(refusal) ? refusal : showing->scenario->system->check(showing->scenario, showing->view, order);
}

void say_why(Message *message)
{
    Order order;
    Showing showing;
    if (!thinks_in(message, &showing) || !read_order(message, "order", true, &order))
        return;
    Refusal refusal = check_in(&showing, &order);
    if (refused(refusal)) {
        answer_refusal(message, &refusal);
    } else if (json_is_true(json_object_get(message->object, "ruin"))) {
        Buffer *out = begin_answer(message, "answer");
        json_harmed(out, &showing, &order);
        end_answer(message, out);
    } else {
        answer_ok(message);
    }
}

/* Reads what the question is about and begins the answer; NULL if it cannot be read; the client has its answer then. */
static Buffer *begin_thought(Message *message, const char *key, Showing *showing, Order *order)
{
    if (!thinks_in(message, showing) || !read_order(message, key, false, order))
        return NULL;
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    return out;
}

static void say_thought(Message *message, const char *key,
                        void (*write)(Buffer *out, const Showing *showing, const Order *order))
{
    Order order;
    Showing showing;
    Buffer *out = begin_thought(message, key, &showing, &order);
    if (!out)
        return;
    write(out, &showing, &order);
    end_answer(message, out);
}

void say_choices(Message *message) { say_thought(message, "prefix", json_choices); }
void say_additions(Message *message) { say_thought(message, "part", json_additions); }

void say_draft(Message *message)
{
    Order part;
    Showing showing;
    Buffer *out = begin_thought(message, "part", &showing, &part);
    if (!out)
        return;
    json_draft(out, &showing, &part, !is_plan(message));
    end_answer(message, out);
}

/* What can be begun and by which unit, in one answer; for a plan also the next question. */
void say_openings(Message *message)
{
    Showing showing;
    if (!thinks_in(message, &showing))
        return;
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    json_openings(out, &showing);
    if (is_plan(message))
        json_question(out, &showing);
    end_answer(message, out);
}

void say_around(Message *message)
{
    Order part;
    Showing showing;
    Buffer *out = begin_thought(message, "part", &showing, &part);
    if (!out)
        return;
    Refusal refusal = json_around(out, &showing, &part);
    if (refused(refusal))
        answer_refusal(message, &refusal);
    else
        end_answer(message, out);
}

void say_reach(Message *message)
{
    Order prefix;
    Showing showing;
    Buffer *out = begin_thought(message, "prefix", &showing, &prefix);
    if (!out)
        return;
    if (json_reach(out, &showing, &prefix))
        end_answer(message, out);
    else
        answer_error(message, "server.order-walks-no-path");
}

void say_forecast(Message *message)
{
    Order order;
    Showing showing;
    if (!thinks_in(message, &showing) || !read_order(message, "order", true, &order))
        return;
    Refusal refusal = check_in(&showing, &order);
    if (refused(refusal)) {
        answer_refusal(message, &refusal);
        return;
    }
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    if (json_forecast(out, &showing, &order)) {
        if (!is_plan(message))
            json_forecloses(out, &showing, &order);
        end_answer(message, out);
    } else {
        answer_error(message, "server.nothing-hangs-dice-order");
    }
}
