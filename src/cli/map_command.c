/* map_command.c — `sandtable map`: a map, or a position on it, as SVG, PNG or PDF.
 *
 * A scenario is drawn as it begins, or as a journal leaves it; with --side only what that side may know. A
 * map file is drawn bare, with the words of the system it names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/local.h"
#include "draw/draw.h"
#include "systems/systems.h"

const char map_usage[] = "sandtable map SCENARIO|FILE.map [-o OUT.svg|png|pdf] [options]\n"
                         "Draws a map, or a scenario with its counters.\n"
                         "  -o FILE         the output; its suffix chooses the format (default map.svg)\n"
                         "  --options TEXT  options of the scenario, as \"grid=even-down\"\n"
                         "  --side S        only what this side may know\n"
                         "  --journal FILE  the position at the end of this journal\n"
                         "  --to N          the position after N of its lines\n"
                         "  --scale N       height of a hex in pixels or points (default 64 for PNG, else 36:\n"
                         "                  65 columns fit A1)\n"
                         "  --area A..B     only the hexes between two corners, as 4000..5020\n"
                         "  --ground        the ground alone, without counters\n"
                         "  --bare          no title and no legend\n"
                         "  --plan N        the Nth plan that is there, of --side or of all, on a page of A5\n"
                         "  --control       which side holds each hex\n";

typedef struct MapCommand {
    const char *what, *out, *options, *side, *journal, *area;
    double scale;
    int to, plan;
    bool ground, bare, control;
    Scenario *scenario;
    Game *game;
    Map *map; /* of a map file alone */
} MapCommand;

static int wrong(const char *words)
{
    fprintf(stderr, "sandtable map: %s\n", words);
    return 1;
}

static int misused(const char *words)
{
    wrong(words);
    return 2;
}

static bool ends_in(const char *text, const char *tail)
{
    size_t length = strlen(text), size = strlen(tail);
    return length >= size && !strcmp(text + length - size, tail);
}

/* ---- what is drawn ---- */

static const System *system_of(const Document *document)
{
    for (int i = 0; i < document->entries; i++) {
        const Field *field = &document->field[document->entry[i].first];
        if (field_is(field, "system") && document->entry[i].count > 1) {
            char word[32];
            snprintf(word, sizeof word, "%.*s", (int)field[1].length, field[1].text);
            return system_named(word);
        }
    }
    return NULL;
}

static bool open_map(MapCommand *command)
{
    size_t length;
    char *bytes = file_read(command->what, &length);
    if (!bytes) {
        fprintf(stderr, "sandtable map: %s cannot be read\n", command->what);
        return false;
    }
    Log *log = calloc(1, sizeof *log);
    Document *document = log ? document_parse(command->what, bytes, length, log) : NULL;
    free(bytes);
    const System *system = document ? system_of(document) : NULL;
    if (document && !system)
        wrong("the map names no system known here, so its words mean nothing");
    if (system)
        command->map = map_load(document, system->map_schema);
    if (log)
        log_print(log, stderr);
    document_free(document);
    free(log);
    return command->map != NULL;
}

/* Replays the journal; its head says which scenario and options it is. */
static bool open_journal(MapCommand *command)
{
    size_t length;
    char *bytes = file_read(command->journal, &length), why[300] = "the journal cannot be read";
    JournalHead head;
    int line = 0;
    bool good = bytes && journal_head(bytes, length, &head, why, &line);
    if (good && command->what && strcmp(command->what, head.scenario)) {
        snprintf(why, sizeof why, "the journal is of %s", head.scenario);
        good = false;
    }
    good = good && (command->scenario = scenario_of_journal(&head, true, why)) != NULL;
    if (good && journal_replay(command->scenario, bytes, length, NULL, command->to, &command->game, why, &line) ==
                    RESUME_WRONG) {
        good = false;
    }
    if (!good && line)
        fprintf(stderr, "sandtable map: %s:%d: %s\n", command->journal, line, why);
    else if (!good)
        wrong(why);
    free(bytes);
    return good;
}

static bool open_scenario(MapCommand *command)
{
    char why[200];
    GameStart start;
    command->scenario = scenario_open(command->what, command->options, true, why);
    if (!command->scenario) {
        wrong(why);
        return false;
    }
    if (!game_start("map", &start)) /* a fixed seed: the same picture each time */
        return false;
    start.quiet = true;
    command->game = game_new(command->scenario, &start);
    return command->game != NULL;
}

static int side_named(const Scenario *scenario, const char *word)
{
    for (int side = 0; side < scenario->sides; side++)
        if (!strcmp(scenario->side_word[side], word))
            return side;
    return -1;
}

static bool choose_area(const Map *map, const char *area, Picture *picture)
{
    const char *dots = strstr(area, "..");
    Hex a, b;
    if (!dots || !hex_parse(&map->grid, area, (size_t)(dots - area), &a) ||
        !hex_parse(&map->grid, dots + 2, strlen(dots + 2), &b) || is_box(map, a) || is_box(map, b))
        return false;
    picture_crop(picture, a, b);
    return true;
}

/* The number of the Nth plan in the view, 0 if there are not so many: each is the next higher one. */
static uint16_t plan_number(const Picture *picture, int count)
{
    enum { ROOM = 256 };
    static Sketch sketch[ROOM];
    const System *system = picture->view ? picture->scenario->system : NULL;
    int sketches = system && system->sketches ? system->sketches(picture->scenario, picture->view, sketch, ROOM) : 0;
    uint16_t number = 0, next = 1;
    for (int i = 0; i < count && next; i++) {
        next = 0;
        for (int j = 0; j < sketches; j++)
            if (sketch[j].plan > number && (!next || sketch[j].plan < next))
                next = sketch[j].plan;
        number = next;
    }
    return number;
}

static int draw(MapCommand *command)
{
    const Map *map = command->map ? command->map : command->scenario->map;
    Picture picture = picture_of(map, command->scale);
    picture.bare = command->bare;
    picture.control = command->control;
    picture.scenario = command->scenario;
    if (command->game && !command->ground) {
        picture.view = game_position(command->game);
        if (command->side) {
            int side = side_named(command->scenario, command->side);
            if (side < 0)
                return misused("there is no such side");
            picture.view = game_view(command->game, side);
        }
    }
    if (command->plan) {
        picture.plan = plan_number(&picture, command->plan);
        if (!picture.plan)
            return misused("there is no such plan");
    }
    if (command->area && !choose_area(map, command->area, &picture))
        return misused("--area wants two hexes of the map, as 4000..5020");
    static Log log;
    Symbols *symbols = symbols_load(data_source(), command->scenario ? command->scenario->system->name : NULL, &log);
    picture.symbols = symbols;
    char why[200];
    bool written = picture_write(&picture, command->out, why);
    free(symbols);
    log_print(&log, stderr);
    if (!written)
        return wrong(why);
    return 0;
}

static bool read_arguments(MapCommand *command, int argc, char **argv)
{
    *command = (MapCommand){.out = "map.svg", .to = -1};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        const char **text = !strcmp(argv[i], "-o")          ? &command->out
                            : !strcmp(argv[i], "--options") ? &command->options
                            : !strcmp(argv[i], "--side")    ? &command->side
                            : !strcmp(argv[i], "--journal") ? &command->journal
                            : !strcmp(argv[i], "--area")    ? &command->area
                                                            : NULL;
        if (text && value) {
            *text = argv[++i];
        } else if (!strcmp(argv[i], "--scale") && value) {
            char *end;
            command->scale = strtod(argv[++i], &end);
            if (*end || !(command->scale >= 4) || command->scale > 1000)
                return false;
        } else if (!strcmp(argv[i], "--to") && value) {
            char *end;
            command->to = (int)strtol(argv[++i], &end, 10);
            if (*end || command->to < 0)
                return false;
        } else if (!strcmp(argv[i], "--plan") && value) {
            char *end;
            command->plan = (int)strtol(argv[++i], &end, 10);
            if (*end || command->plan < 1)
                return false;
        } else if (!strcmp(argv[i], "--bare")) {
            command->bare = true;
        } else if (!strcmp(argv[i], "--ground")) {
            command->ground = true;
        } else if (!strcmp(argv[i], "--control")) {
            command->control = true;
        } else if (argv[i][0] == '-' || command->what) {
            return false;
        } else {
            command->what = argv[i];
        }
    }
    if (command->scale == 0)
        command->scale = ends_in(command->out, ".png") ? 64 : 36;
    return command->what || command->journal;
}

int command_map(int argc, char **argv)
{
    MapCommand command;
    if (!read_arguments(&command, argc, argv)) {
        fputs(map_usage, stderr);
        return 2;
    }
    if (command.options && (command.journal || ends_in(command.what, ".map"))) {
        return misused("--options belong to a scenario: a journal says its own, a map file has none");
    }
    int status = 1; /* the file is wrong */
    if (command.journal ? open_journal(&command) : ends_in(command.what, ".map") && open_map(&command))
        status = draw(&command);
    else if (!command.journal && !ends_in(command.what, ".map"))
        status = open_scenario(&command) ? draw(&command) : 2;
    game_free(command.game);
    scenario_free(command.scenario);
    map_free(command.map);
    drawing_ends();
    return status;
}
