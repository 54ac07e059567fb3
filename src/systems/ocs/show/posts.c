/* posts.c — targets behind the front that cannot defend themselves: aircraft at their base, HQs, dumps (9.16). */
#include "systems/ocs/memo.h"

/* Combat units of the side in the hex. */
static int guards_of(const Scenario *scenario, const State *view, int side, Hex hex, Piece out[FORCE])
{
    const Book *data = data_of(scenario);
    int count = 0;
    for (Piece piece = view->top[hex]; piece != NO_PIECE && count < FORCE; piece = view->unit[piece].at.below) {
        const Kind *kind = kind_of(data, view, piece);
        if (view->unit[piece].side == side && is_unit(kind) && kind->class != HEADQUARTERS)
            out[count++] = piece;
    }
    return count;
}

static void add_post(const Scenario *scenario, const State *view, int side, Hex hex, Sentence what, bool open,
                     Aims *out)
{
    Piece guards[FORCE];
    int count = guards_of(scenario, view, side, hex, guards);
    for (int i = 0; i < out->aims; i++)
        if (out->ref[out->aim[i].first + out->aim[i].pieces] == hex)
            return; /* something dearer is there */
    if ((!count && !open) || !aim_begin(out, AIM_KEEP, side, what))
        return;
    for (int i = 0; i < count; i++)
        aim_piece(out, guards[i]);
    aim_hex(out, hex);
}

/* Aircraft that cannot fly off. */
static int resting_at(const Scenario *scenario, const State *view, int side, Hex hex)
{
    int count = 0;
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
        count +=
            view->unit[piece].side == side && is_aircraft(data_of(scenario), view, piece) && !is_active(view, piece);
    return count;
}

void ocs_posts(const Scenario *scenario, const Position *position, int side, Aims *out)
{
    const Book *data = data_of(scenario);
    const State *view = state_of(position);
    if (side >= PLAYERS)
        return;
    for (int i = 0; i < view->bases; i++) {
        int resting = view->base[i].side == side ? resting_at(scenario, view, side, view->base[i].hex) : 0;
        if (resting)
            add_post(scenario, view, side, view->base[i].hex, sentence(OCS_9_16F_1, "ocs.post-aircraft", resting), true,
                     out);
    }
    EACH_BIT(piece, data->headquarters[side], COUNTER_WORDS)
        if (is_on_map(view, (Piece)piece))
            add_post(scenario, view, side, view->unit[piece].at.hex, sentence(0, "ocs.post-hq", piece), false, out);
    for (int i = 0; i < view->piles; i++)
        if (view->pile[i].side == side && tokens_of(&view->pile[i]))
            add_post(scenario, view, side, view->pile[i].hex,
                     sentence(OCS_9_16C_1, "ocs.post-dump", tokens_of(&view->pile[i])), false, out);
    for (int i = 0; i < view->bases; i++)
        if (view->base[i].side == side)
            add_post(scenario, view, side, view->base[i].hex, sentence(OCS_9_16F_1, "ocs.post-base"), false, out);
}
