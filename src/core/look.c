/* look.c — filling looks, panels and aims, and reading badges. */
#include "core/room.h"
#include "core/look.h"

#include <stddef.h>
#include <string.h>

#include "core/order.h"

const char *const look_places[] = {"foot-left", "foot", "foot-right", "left", "right", "top-left", "top-right", NULL};
const char *const sketch_kinds[] = {"axis", "area", "line", "objective", NULL};
const char *const aim_kinds[] = {"take", "hold", "exit", "cut", "kill", "keep", NULL};

void look_clear(Look *look)
{
    memset(look, 0, offsetof(Look, badge));
    look->on = NO_PIECE;
}

void look_value(Look *look, LookPlace at, const char *text)
{
    assert(look->values < LOOK_PLACES);
    LookValue *value = &look->value[look->values++];
    size_t length = strlen(text);
    assert(length < sizeof value->text);
    memcpy(value->text, text, length + 1);
    value->at = (uint8_t)at;
    value->ink = 0;
}

void look_text(char *field, size_t room, const char *text)
{
    size_t length = 0;
    for (; length + 1 < room && text[length]; length++)
        field[length] = text[length];
    field[length] = '\0';
}

void look_texts(char *field, size_t room, const char *const *texts)
{
    char *at = field, *end = field + room - 1;
    for (; *texts; texts++)
        for (const char *from = *texts; *from && at < end;)
            *at++ = *from++;
    *at = '\0';
}

char *look_number(char *at, int number)
{
    char digits[12];
    int count = 0;
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    do
        digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *at++ = '-';
    while (count)
        *at++ = digits[--count];
    return at;
}

const char *look_print(const Look *look, char out[LOOK_PLACES * 12])
{
    char *at = out;
    for (int i = 0; i < look->values; i++) {
        size_t length = strlen(look->value[i].text);
        if (at > out)
            *at++ = ' ';
        memcpy(at, look->value[i].text, length);
        at += length;
    }
    *at = '\0';
    return out;
}

Sentence badge_words(const Sign *signs, const Badge *badge)
{
    return badge->words.words ? badge->words : (Sentence){.words = signs[badge->sign].meaning};
}

int look_says(const Sign *signs, const Look *look, Sentence out[LOOK_BADGES])
{
    for (int i = 0; i < look->badges; i++)
        out[i] = badge_words(signs, &look->badge[i]);
    return look->badges;
}

int look_badges_at(const Sign *signs, const Look *look, SignPlace place, uint8_t order[LOOK_BADGES])
{
    int count = 0;
    for (int i = 0; i < look->badges; i++) {
        if (signs[look->badge[i].sign].place != place)
            continue;
        int at = count++;
        for (; at > 0 && signs[look->badge[order[at - 1]].sign].weight < signs[look->badge[i].sign].weight; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
    return count;
}

/* ---- panels ---- */

void panel_begin(Panels *panels, const char *name, int private_to, Sentence title)
{
    assert(panels->panels < PANELS_MAX);
    panels->plan = 0;
    panels->panel[panels->panels++] =
        (Panel){.name = name, .title = title, .private_to = (uint8_t)private_to, .first = (uint16_t)panels->rows};
}

/* There is no room for another row: the last says how many more there are. */
static void row_beyond(PanelRow *last)
{
    static const char *const more = SAID("core.more");
    int others = last->label.words && !strcmp(last->label.words, more) ? last->label.arg[0] : 1;
    *last = (PanelRow){.label = sentence(0, more, others + 1), .first = last->first};
}

PanelRow *panel_row(Panels *panels, Sentence label, Sentence value)
{
    assert(panels->panels);
    if (panels->rows == PANEL_ROWS) {
        row_beyond(&panels->row[PANEL_ROWS - 1]);
        return NULL;
    }
    panels->panel[panels->panels - 1].rows++;
    PanelRow *row = &panels->row[panels->rows++];
    *row = (PanelRow){.label = label, .value = value, .first = (uint16_t)panels->refs, .plan = panels->plan};
    return row;
}

void panel_piece(Panels *panels, Piece piece)
{
    PanelRow *row = &panels->row[panels->rows - 1];
    assert(panels->rows && !row->hexes);
    if (panels->refs == PANEL_REFS)
        return;
    panels->ref[panels->refs++] = piece;
    row->pieces++;
}

void panel_hex(Panels *panels, Hex hex)
{
    assert(panels->rows);
    if (panels->refs == PANEL_REFS)
        return;
    panels->ref[panels->refs++] = hex;
    panels->row[panels->rows - 1].hexes++;
}

/* ---- aims ---- */

Aim *aim_begin(Aims *aims, AimKind kind, int side, Sentence what)
{
    if (aims->aims == AIMS_MAX)
        return NULL;
    Aim *aim = &aims->aim[aims->aims++];
    *aim = (Aim){
        .kind = (uint8_t)kind, .side = (uint8_t)side, .rule = what.rule, .what = what, .first = (uint16_t)aims->refs};
    aim->what.rule = 0;
    return aim;
}

void aim_piece(Aims *aims, Piece piece)
{
    Aim *aim = &aims->aim[aims->aims - 1];
    assert(aims->aims && !aim->hexes);
    if (aims->refs == AIM_REFS)
        return;
    aims->ref[aims->refs++] = piece;
    aim->pieces++;
}

void aim_hex(Aims *aims, Hex hex)
{
    assert(aims->aims);
    if (aims->refs == AIM_REFS)
        return;
    aims->ref[aims->refs++] = hex;
    aims->aim[aims->aims - 1].hexes++;
}

/* ---- the scale ---- */

void scale_band(Scale *scale, int32_t from, int winner, Sentence words)
{
    if (scale->bands < SCALE_BANDS)
        scale->band[scale->bands++] = (ScaleBand){from, (uint8_t)winner, words};
}

ScaleLine *scale_line(Scale *scale, int winner, bool met, Sentence words)
{
    ROOM(ScaleLine, spare);
    ScaleLine *line = scale->lines < SCALE_LINES ? &scale->line[scale->lines++] : spare;
    *line = (ScaleLine){.words = words, .winner = (uint8_t)winner, .met = met};
    return line;
}

void scale_read(Scale *scale)
{
    int band = 0;
    while (band + 1 < scale->bands && scale->now >= scale->band[band + 1].from)
        band++;
    scale->winner = scale->band[band].winner;
    scale->verdict = scale->band[band].words;
}
