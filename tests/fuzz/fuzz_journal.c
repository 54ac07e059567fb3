/* fuzz_journal.c — any bytes given as a journal are replayed, or refused at a line that exists; what was replayed
 * is a beginning of what was given, but for a hash of the position that was cut off, and replays again to the
 * same position. */
#include "core/journal.h"
#include "fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    load_subjects();
    return 0;
}

static const Scenario *scenario_of(const JournalHead *head)
{
    for (int i = 0; i < subjects; i++)
        if (!strcmp(subject[i].scenario->id, head->scenario))
            return subject[i].scenario;
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static JournalHead head;
    const char *text = (const char *)data;
    char why[300] = "";
    int line = 0;
    if (!journal_head(text, size, &head, why, &line)) {
        require(why[0] && line > 0);
        return 0;
    }
    const Scenario *scenario = scenario_of(&head);
    if (!scenario)
        return 0;
    journal_edition(&head, scenario, why, &line);
    Game *game = NULL, *again = NULL;
    Resume resume = journal_replay(scenario, text, size, NULL, -1, &game, why, &line);
    require(resume == RESUME_OK || (why[0] && line > 0));
    require(game || resume == RESUME_WRONG);
    if (game && resume != RESUME_WRONG) {
        size_t length;
        const char *wrote = game_journal(game, &length);
        require(!memcmp(wrote, text, length < size ? length : size));
        require(length <= size || wrote[size] == '@' || text[size - 1] != '\n');
        require(journal_replay(scenario, wrote, length, NULL, -1, &again, why, &line) == RESUME_OK);
        require(position_hash(scenario, game_position(game)) == position_hash(scenario, game_position(again)));
    }
    game_free(game);
    game_free(again);
    return 0;
}
