/* picture.c — the position drawn for a request, by a worker. The drawing keeps scratch memory of its own, so one
 * picture is drawn at a time.
 *
 * Pictures that were drawn lately are kept, up to a few megabytes, by a hash of everything they show: a request for the
 * same one again, in any game, is answered at once. */
#include <sodium.h>
#include <stddef.h>
#include <stdlib.h>

#include "draw/draw.h"
#include "server/own.h"

#define HEX_PIXELS 56.0
#define HEX_POINTS 36.0
#define DRAWN_MOST ((size_t)24 << 20) /* bytes of pictures that are kept */
enum { DRAWN_KEY = 32 };

typedef struct PictureJob {
    Job job;
    TakeAsk take; /* of a game that is not open, or waits for the store */
    Server *server;
    Request *request;
    Table *table;
    Position *view;
    bool seen;   /* there is something in the view; else it is read from the journal in the store */
    Buffer note; /* the note beside the plan */
    int as;
    uint16_t plan; /* 0: the whole position */
    char format[4];
    uint8_t key[DRAWN_KEY];  /* by which the picture is kept */
    struct PictureJob *same; /* a request for the same picture, which waits for this job; */
    struct PictureJob *next; /* the next of those, or of the jobs that a worker has */
    cairo_surface_t *surface;
    cairo_t *cairo;
    bool drawn;
    Buffer out;
} PictureJob;

/* ---- pictures kept ---- */

struct Drawn {
    uint8_t key[DRAWN_KEY];
    Buffer bytes;
    Drawn *next;
};

/* What the picture will show, and how: `position` is the view, or the journal it follows from. */
static void make_key(PictureJob *work, const void *position, size_t length)
{
    const Scenario *scenario = work->table->scenario;
    char options[OPTIONS_MAX * 48];
    int how[] = {work->seen, work->as, work->plan, work->request->language};
    crypto_generichash_state state;
    scenario_options(scenario, options, sizeof options);
    crypto_generichash_init(&state, NULL, 0, DRAWN_KEY);
    crypto_generichash_update(&state, (const uint8_t *)how, sizeof how);
    crypto_generichash_update(&state, (const uint8_t *)work->format, sizeof work->format);
    crypto_generichash_update(&state, (const uint8_t *)scenario->id, strlen(scenario->id) + 1);
    crypto_generichash_update(&state, (const uint8_t *)options, strlen(options) + 1);
    crypto_generichash_update(&state, (const uint8_t *)work->note.bytes, work->note.length);
    crypto_generichash_update(&state, position, length);
    crypto_generichash_final(&state, work->key, DRAWN_KEY);
}

/* Copies the picture, if it is kept, and it is the last one asked for. */
static bool find_drawn(Server *server, const uint8_t key[DRAWN_KEY], Buffer *out)
{
    for (Drawn **at = &server->drawn.first; *at; at = &(*at)->next)
        if (!memcmp((*at)->key, key, DRAWN_KEY)) {
            Drawn *found = *at;
            *at = found->next;
            found->next = server->drawn.first;
            server->drawn.first = found;
            buffer_add(out, found->bytes.bytes, found->bytes.length);
            return !out->failed;
        }
    return false;
}

static void forget_beyond(DrawnPictures *all, size_t most)
{
    size_t bytes = 0;
    for (Drawn **at = &all->first; *at;) {
        Drawn *one = *at;
        if (bytes + one->bytes.length <= most) {
            bytes += one->bytes.length;
            at = &one->next;
        } else {
            *at = one->next;
            buffer_free(&one->bytes);
            free(one);
        }
    }
    all->bytes = bytes;
}

static void keep_drawn(Server *server, const uint8_t key[DRAWN_KEY], const Buffer *picture)
{
    Drawn *one = picture->length <= DRAWN_MOST / 2 ? calloc(1, sizeof *one) : NULL;
    if (!one)
        return;
    buffer_add(&one->bytes, picture->bytes, picture->length);
    if (one->bytes.failed) {
        buffer_free(&one->bytes);
        free(one);
        return;
    }
    memcpy(one->key, key, DRAWN_KEY);
    one->next = server->drawn.first;
    server->drawn.first = one;
    forget_beyond(&server->drawn, DRAWN_MOST);
}

void pictures_forget(Server *server) { forget_beyond(&server->drawn, 0); }

/* ---- drawing ---- */

static cairo_status_t write_bytes(void *context, const unsigned char *bytes, unsigned length)
{
    buffer_add(context, bytes, length);
    return ((Buffer *)context)->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

/* The view of the game as the store has it. */
static bool read_view(PictureJob *work)
{
    char why[300];
    const Scenario *scenario = work->table->scenario;
    Game *game = game_resume(scenario, &work->take.row, work->take.journal.bytes, work->take.journal.length, -1, why);
    if (!game)
        return false;
    guard_game(game);
    memcpy(work->view, game_view(game, work->as), scenario->system->position_size);
    guard_game(NULL);
    game_free(game);
    return true;
}

static void draw(void *context)
{
    PictureJob *work = context;
    bool png = !strcmp(work->format, "png");
    double width, height;
    Picture picture = picture_of(work->table->scenario->map, png ? HEX_PIXELS : HEX_POINTS);
    picture.scenario = work->table->scenario;
    picture.view = work->view;
    picture.symbols = symbols_of(work->server, picture.scenario->system);
    picture.translation = translation_of(work->server, work->request->language, picture.scenario->system);
    picture.plan = work->plan;
    picture.note = work->note.bytes;
    if (picture.plan && !picture_has_plan(&picture))
        return;
    picture_size(&picture, &width, &height);
    work->surface = png ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height)
                    : !strcmp(work->format, "pdf")
                        ? cairo_pdf_surface_create_for_stream(write_bytes, &work->out, width, height)
                        : cairo_svg_surface_create_for_stream(write_bytes, &work->out, width, height);
    work->cairo = cairo_create(work->surface);
    picture_draw(&picture, work->cairo);
    bool good = cairo_surface_status(work->surface) == CAIRO_STATUS_SUCCESS;
    work->drawn = good && (!png || cairo_surface_write_to_png_stream(work->surface, write_bytes, &work->out) ==
                                       CAIRO_STATUS_SUCCESS);
}

static void run_picture(Job *job)
{
    PictureJob *work = (PictureJob *)job;
    if (!work->seen && !read_view(work))
        return;
    char why[200];
    if (!drawing_loads(why)) {
        log_line(LEVEL_ERROR, "picture", "note=\"%s\"", why);
        return;
    }
    pthread_mutex_lock(&work->server->drawing);
    guarded(draw, work, job->fault); /* within the lock, so that it is given back */
    if (work->cairo)
        cairo_destroy(work->cairo);
    if (work->surface) {
        cairo_surface_finish(work->surface);
        cairo_surface_destroy(work->surface);
    }
    pthread_mutex_unlock(&work->server->drawing);
    if (!work->drawn || work->out.failed)
        buffer_free(&work->out);
}

static void done_picture(Server *server, Job *job);

/* The job is no longer a worker's: every request that waited for its picture has a copy. */
static void end_same(Server *server, PictureJob *work)
{
    for (PictureJob **at = &server->drawn.asked; *at; at = &(*at)->next)
        if (*at == work) {
            *at = work->next;
            break;
        }
    while (work->same) {
        PictureJob *other = work->same;
        work->same = other->next;
        if (work->out.length)
            buffer_add(&other->out, work->out.bytes, work->out.length);
        if (other->out.failed)
            buffer_free(&other->out);
        done_picture(server, &other->job);
    }
}

static void done_picture(Server *server, Job *job)
{
    PictureJob *work = (PictureJob *)job;
    work->table->jobs--;
    if (job->fault[0])
        table_fault(work->table, job->fault);
    if (work->drawn && work->out.length) {
        server->metrics.pictures++;
        keep_drawn(server, work->key, &work->out);
    }
    end_same(server, work);
    if (work->out.length) {
        buffer_free(&work->request->answer);
        work->request->answer = work->out;
        http_resume(work->request, 200,
                    !strcmp(work->format, "png")   ? "image/png"
                    : !strcmp(work->format, "pdf") ? "application/pdf"
                                                   : "image/svg+xml");
    } else {
        bool none = work->plan && !job->fault[0];
        http_resume(work->request,
                    none ? error_answer(&work->request->answer, 404, "server.no-such-plan")
                         : error_answer(&work->request->answer, 500, "server.picture-cannot-drawn"),
                    "application/json");
    }
    for (int side = 0; side < SIDES; side++)
        buffer_free(&work->take.standing[side]);
    buffer_free(&work->take.journal);
    buffer_free(&work->take.chat);
    buffer_free(&work->take.plans);
    buffer_free(&work->note);
    free(work->view);
    free(work);
}

/* From the pictures kept, from a job that draws the same one, or by a worker. */
static void get_picture(PictureJob *work, Pool *pool)
{
    Server *server = work->server;
    if (find_drawn(server, work->key, &work->out)) {
        job_hand_over(server, &work->job);
        return;
    }
    for (PictureJob *other = server->drawn.asked; other; other = other->next)
        if (!memcmp(other->key, work->key, DRAWN_KEY)) {
            work->next = other->same;
            other->same = work;
            return;
        }
    work->next = server->drawn.asked;
    server->drawn.asked = work;
    pool_add(pool, &work->job);
}

static void game_is_taken(Ask *ask)
{
    PictureJob *work = (PictureJob *)(void *)((char *)ask - offsetof(PictureJob, take.ask));
    if (ask->failed || !work->take.found || work->server->stopping) {
        done_picture(work->server, &work->job);
        return;
    }
    if (work->plan) {
        plan_note_read(&work->take.plans, work->plan, &work->note);
        buffer_char(&work->note, '\0');
    }
    make_key(work, work->take.journal.bytes, work->take.journal.length);
    get_picture(work, pool_of_past(work->server, work->take.journal.length));
}

bool picture_job(Request *request, Table *table, int as, uint16_t plan, const char *format)
{
    Server *server = request->server;
    PictureJob *work = calloc(1, sizeof *work);
    Position *view = position_room(table->scenario);
    bool seen = table->game && !table_is_held(table); /* what is not kept yet is shown to no one */
    if (!work || !view || (seen && !table_view(table, as, view))) {
        free(work);
        free(view);
        return false;
    }
    work->job = (Job){.run = run_picture, .done = done_picture, .user = request->user.id};
    work->server = server;
    work->request = request;
    work->table = table;
    work->view = view;
    work->seen = seen;
    work->as = as;
    work->plan = plan;
    memcpy(work->format, format, 4);
    table->jobs++;
    http_suspend(request);
    if (!seen) {
        work->take.ask = (Ask){.kind = ASK_TAKE, .done = game_is_taken};
        memcpy(work->take.id, table->row.id, sizeof work->take.id);
        store_ask(server->store, &work->take.ask);
        return true;
    }
    if (plan) {
        plan_note_read(&table->plans, plan, &work->note);
        buffer_char(&work->note, '\0');
    }
    make_key(work, work->view, table->scenario->system->position_size);
    get_picture(work, &server->pictures);
    return true;
}
