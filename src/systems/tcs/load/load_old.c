/* load_old.c — what a scenario may give as losses before play (III.5), and the figures of games of older editions:
 * Company Morale (III.7, 16.1f), ammunition by the round (17.3-2). None of our scenarios uses the latter. */
#include "systems/tcs/load/load.h"

void spread_losses(Book *data, const Piece *pieces, int count, int losses)
{
    for (int lost = 0; lost < losses; lost++) {
        Counter *least = NULL;
        for (int i = 0; i < count; i++) {
            Counter *counter = &data->counter[pieces[i]];
            if (counter->lost < data->kind[counter->kind].steps && (!least || counter->lost < least->lost))
                least = counter;
        }
        if (!least)
            return;
        least->lost++;
    }
}

int morale_of_companies(const int *morale, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += morale[i];
    return count ? (2 * sum + 5 * count) / (10 * count) : 0;
}

void old_ammunition(Book *data)
{
    for (int i = 0; i < data->deliveries; i++)
        if (data->stock[data->delivery[i].stock].kind != ILLUM_SHELL)
            data->delivery[i].fires = (uint16_t)((data->delivery[i].fires + 2) / 4);
}

/* ---- entries ---------------------------------------------------------------------------------------------- */

/* losses SIDE N FORMATION [of CLASS]: behind `setup` */
void read_losses(Loader *loader, Words *words)
{
    Book *data = loader->data;
    Piece pieces[TCS_PIECES];
    int side = words_side(words), count = 0, class = -1;
    long losses = words_number(words, "steps", 1, 999);
    Field name = words_text(words, "a company, battalion or regiment");
    if (words_if(words, "of")) {
        Field word = words_text(words, "a class of units");
        class = class_named(&word);
        if (class < 0)
            words_wrong(words, &word, "unit_types.tsv has no such class");
    }
    for (int i = 0; !words->wrong && i < data->counters; i++) {
        const Counter *counter = &data->counter[i];
        const uint8_t of[] = {counter->company, counter->battalion, counter->regiment};
        for (int j = 0; j < 3; j++)
            if (counter->side == side && of[j] && field_is(&name, data->formation[of[j] - 1]) &&
                (class < 0 || data->kind[counter->kind].class == class)) {
                pieces[count++] = (Piece)i;
                break;
            }
    }
    if (!words->wrong && !count)
        words_wrong(words, &name, "nobody there can lose them");
    spread_losses(data, pieces, count, (int)losses);
}

/* company-morale SIDE BATTALION N|-… */
void read_company_morale(Loader *loader, Words *words)
{
    Book *data = loader->data;
    int side = words_side(words), morale[16], count = 0, at = 0;
    Field name = words_text(words, "a battalion");
    while (words_more(words) && !words->wrong && count < 16)
        if (!words_if(words, "-"))
            morale[count++] = (int)words_number(words, "a Company Morale", 0, 99);
    while (at < data->battalions && (data->battalion[at].side != side || !field_is(&name, data->battalion[at].name)))
        at++;
    if (at == data->battalions)
        words_wrong(words, &name, "there is no such battalion");
    else if (!words->wrong)
        data->battalion[at].start = (uint8_t)morale_of_companies(morale, count);
}

void read_old_ammunition(Loader *loader, Words *words)
{
    (void)words;
    old_ammunition(loader->data);
}

/* intro-1 */
void read_modern(Loader *loader, Words *words)
{
    (void)loader;
    words_wrong(words, words->word, "the modern expansion is not part of these rules");
}
