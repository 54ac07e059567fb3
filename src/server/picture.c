/* picture.c — the position drawn for a request, by a worker. The drawing keeps scratch memory of its own, so one
 * picture is drawn at a time. */
#include <stddef.h>
#include <stdlib.h>

#include "draw/draw.h"
#include "server/own.h"

#define HEX_PIXELS 56.0
#define HEX_POINTS 36.0

typedef struct PictureJob {
    Job job;
    TakeAsk take; /* of a game that nobody has open */
    Server *server;
    Request *request;
    Table *table;
    Position *view;
    bool seen;   /* there is something in the view; else it is to be read from what was taken */
    Buffer note; /* what is written beside the plan */
    int as;
    uint16_t plan; /* 0: the whole position */
    char format[4];
    cairo_surface_t *surface;
    cairo_t *cairo;
    bool drawn;
    Buffer out;
} PictureJob;

static cairo_status_t write_bytes(void *context, const unsigned char *bytes, unsigned length)
{
    buffer_add(context, bytes, length);
    return ((Buffer *)context)->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

/* The view of a game that nobody has open. */
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
    picture.tongue = tongue_of(work->server, work->request->language, picture.scenario->system);
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

static void done_picture(Server *server, Job *job)
{
    PictureJob *work = (PictureJob *)job;
    (void)server;
    work->table->jobs--;
    if (job->fault[0])
        table_fault(work->table, job->fault);
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
    pool_add(pool_of_past(work->server, work->take.journal.length), &work->job);
}

bool picture_job(Request *request, Table *table, int as, uint16_t plan, const char *format)
{
    Server *server = request->server;
    PictureJob *work = calloc(1, sizeof *work);
    Position *view = position_room(table->scenario);
    bool seen = table->game != NULL;
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
    pool_add(&server->pictures, &work->job);
    return true;
}
