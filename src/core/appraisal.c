/* appraisal.c — the weighted sums of appraisal.h, and the table they are read from. */
#include "core/appraisal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 2, WEIGHT_MOST = 2000000000 };

/* What a unit of a feature counts, in millionths. */
typedef struct Worth {
    int32_t end, left; /* at the end, and more with all turns left */
} Worth;

typedef struct Pair {
    Worth chance, margin;
} Pair;

/* The first is that of any position, then come those of each side. */
struct Appraisal {
    int features;
    Pair pair[1 + PLAYERS * FEATURES_MAX];
};

static int pair_at(int side, int feature) { return 1 + side * FEATURES_MAX + feature; }

/* ---- the table ---- */

static const char *const columns[] = {"side", "feature", "chance", "chance-left", "margin", "margin-left"};
enum { COLUMN_SIDE, COLUMN_FEATURE, COLUMN_NUMBERS, COLUMNS = sizeof columns / sizeof *columns };

static int count_features(const System *system)
{
    int count = 0;
    while (system->features && system->feature_names[count])
        count++;
    return count;
}

static bool read_pair(Document *table, int row, const int column[COLUMNS], Pair *out)
{
    int32_t *const to[] = {&out->chance.end, &out->chance.left, &out->margin.end, &out->margin.left};
    for (int i = COLUMN_NUMBERS; i < COLUMNS; i++) {
        const Field *cell = table_cell(table, row, column[i]);
        long number;
        if (!cell || !field_number(table, cell, -WEIGHT_MOST, WEIGHT_MOST, &number))
            return false;
        *to[i - COLUMN_NUMBERS] = (int32_t)number;
    }
    return true;
}

/* Where a row's weights belong; -1 with a mistake if nowhere. */
static int find_pair(const Scenario *scenario, Document *table, int row, const int column[COLUMNS])
{
    const Field *side = table_cell(table, row, column[COLUMN_SIDE]);
    const Field *feature = table_cell(table, row, column[COLUMN_FEATURE]);
    if (!side || !feature)
        return -1;
    if (field_is(side, "-") && field_is(feature, "base"))
        return 0;
    int whose = 0;
    while (whose < PLAYERS && !field_is(side, scenario->side_word[whose]))
        whose++;
    if (whose == PLAYERS) {
        mistake(table, side, "expected one of the scenario's sides, %s or %s", scenario->side_word[0],
                scenario->side_word[1]);
        return -1;
    }
    int which = field_word(table, feature, scenario->system->feature_names);
    return which < 0 ? -1 : pair_at(whose, which);
}

static void read_rows(const Scenario *scenario, Document *table, Appraisal *appraisal)
{
    int column[COLUMNS];
    bool seen[sizeof appraisal->pair / sizeof *appraisal->pair] = {false};
    for (int i = 0; i < COLUMNS; i++)
        if ((column[i] = table_column(table, columns[i], true)) < 0)
            return;
    for (int row = 1; row < table->entries; row++) {
        int at = find_pair(scenario, table, row, column);
        if (at < 0 || !read_pair(table, row, column, &appraisal->pair[at]))
            continue;
        if (seen[at])
            mistake(table, table_cell(table, row, column[COLUMN_FEATURE]), "this side has this feature already");
        seen[at] = true;
    }
}

void appraisal_load(Scenario *scenario, const Source *source, Log *log)
{
    char path[sizeof scenario->id + 24];
    const char *name = strchr(scenario->id, '/');
    size_t length = 0;
    if (!scenario->system->features || scenario->sides != PLAYERS || !name)
        return;
    snprintf(path, sizeof path, "%s/appraisals%s.tsv", scenario->system->name, name);
    char *bytes = source->read(source->context, path, &length);
    Document *table = bytes ? table_parse(path, bytes, length, log) : NULL;
    if (table && (scenario->appraisal = calloc(1, sizeof *scenario->appraisal))) {
        scenario->appraisal->features = count_features(scenario->system);
        read_rows(scenario, table, scenario->appraisal);
    }
    document_free(table);
    free(bytes);
}

void appraisal_free(Appraisal *appraisal) { free(appraisal); }

/* ---- sums ---- */

int turns_left(const Scenario *scenario, const Position *position)
{
    int left = scenario->turns - position->turn;
    return scenario->turns > 0 && left > 0 ? TURNS_WHOLE * left / scenario->turns : 0;
}

static int64_t worth(Worth worth, int left) { return worth.end + (int64_t)worth.left * left / TURNS_WHOLE; }

/* Thousandths of 1 / (1 + e^-x), for every quarter of x. */
static const int16_t logistic[] = {500, 562, 622, 679, 731, 777, 818, 852, 881, 905, 924, 940, 953,
                                   963, 971, 977, 982, 986, 989, 991, 993, 995, 996, 997, 998};
enum { STEP = 250000, STEPS = sizeof logistic / sizeof *logistic - 1 };

/* Of log odds in millionths. */
static int chance_of(int64_t odds)
{
    int64_t size = odds < 0 ? -odds : odds, step = size / STEP;
    int chance = step >= STEPS ? logistic[STEPS]
                               : logistic[step] + (int)((logistic[step + 1] - logistic[step]) * (size % STEP) / STEP);
    return odds < 0 ? 1000 - chance : chance;
}

Promise appraise(const Scenario *scenario, const Position *position, int side)
{
    const Appraisal *appraisal = scenario->appraisal;
    int32_t feature[SIDES][FEATURES_MAX];
    int left = turns_left(scenario, position);
    memset(feature, 0, sizeof feature);
    scenario->system->features(scenario, position, feature);
    int64_t odds = worth(appraisal->pair[0].chance, left), margin = worth(appraisal->pair[0].margin, left);
    for (int whose = 0; whose < PLAYERS; whose++)
        for (int i = 0; i < appraisal->features; i++) {
            const Pair *pair = &appraisal->pair[pair_at(whose, i)];
            odds += feature[whose][i] * worth(pair->chance, left);
            margin += feature[whose][i] * worth(pair->margin, left);
        }
    int chance = chance_of(odds), lead = (int)(margin / 10000), sign = side ? -1 : 1;
    return (Promise){(int16_t)(side ? 1000 - chance : chance), sign * lead};
}
