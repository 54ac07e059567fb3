/* charts.c — the charts of columns: barrage, dumps and trucks, facilities, flak, air to air. */
#include "systems/ocs/air.h"

/* The words in their cells, by the numbers in ocs.h. */
static const char *const results[CHARTS][CHART_RESULTS] = {
    [CHART_BARRAGE] = {"-", "DG", "[1/2]", "1/2", "1", "2"},
    [CHART_DUMP] = {"0 %", "5 %", "10 %", "15 %", "20 %", "25 %", "30 %"},
    [CHART_FACILITY] = {"-", "AB", "1", "1*", "2", "2*"},
    [CHART_FLAK] = {"-", "A", "-1"},
    [CHART_AIR] = {"none", "A-1", "Aabort", "Dabort", "D-1", "both_abort"},
};

const char *const *chart_words(int chart) { return results[chart]; }

int band_of(const Chart *chart, int strength)
{
    int column = 0;
    while (column + 1 < chart->columns && chart->from[column + 1] <= strength)
        column++;
    return column;
}

int band_shifted(const Chart *chart, int column, int shift)
{
    column += shift;
    return column < 0 ? 0 : column >= chart->columns ? chart->columns - 1 : column;
}

const char *chart_word(const Book *data, int number)
{
    int band = number - band_text(0, 0), result = number - chart_text(0, 0);
    if (result >= CHARTS * CHART_RESULTS)
        return NULL;
    if (result >= 0) { /* an unused number is empty: a loop over all of them finds the rest */
        const char *word = results[result / CHART_RESULTS][result % CHART_RESULTS];
        return word ? word : "";
    }
    return band >= 0 ? data->chart[band / BANDS].text[band % BANDS] : NULL;
}

int air_result(const Book *data, int roll)
{
    return data->chart[CHART_AIR].cell[roll < AIR_LOW ? AIR_LOW : roll > AIR_HIGH ? AIR_HIGH : roll][0];
}
