/* soften.c — contours without corners, the same as in the browser client (web/src/map/relief.ts).
 *
 * A level line over triangles is straight pieces with corners where it crosses their sides. Three steps make it flow:
 * points on straight pieces go, each corner becomes a bow, and then all points move towards the middle of their
 * neighbours, again and again, as ink spreads. That shrinks what is closed, so a hilltop is grown to its size again. */
#include <math.h>
#include <stdlib.h>

#include "draw/canvas.h"

#define STRAIGHT 0.02 /* hex sides off the line between its neighbours at which a point still lies on it */
#define BEND 1.8      /* hex sides from a corner at which the line begins to bend */
#define STEP 0.3      /* hex sides between the points of a contour */
#define MOST 1.5      /* times that a hilltop is grown at most */

enum { BOW = 5, PASSES = 30 };

static void replace(Course *course, Course *by)
{
    by->closed = course->closed;
    course_free(course);
    *course = *by;
}

static Point before(const Course *course, int i) { return course->at[(i + course->count - 1) % course->count]; }
static Point after(const Course *course, int i) { return course->at[(i + 1) % course->count]; }
static bool is_end(const Course *course, int i) { return !course->closed && (i == 0 || i == course->count - 1); }

static void straighten(Course *course)
{
    Course out = {0};
    for (int i = 0; i < course->count; i++) {
        Point a = before(course, i), b = after(course, i), at = course->at[i];
        double length = distance(a, b);
        double off = fabs((at.x - a.x) * (b.y - a.y) - (at.y - a.y) * (b.x - a.x)) / (length > 0 ? length : 1);
        if (is_end(course, i) || off > STRAIGHT)
            course_add(&out, at);
    }
    replace(course, &out);
}

/* On the way to a neighbour of a corner, where the bow begins: half way at most. */
static Point bow_end(Point at, Point neighbour)
{
    double length = distance(at, neighbour);
    return length > 0 ? between(at, neighbour, fmin(BEND, length / 2) / length) : at;
}

static void bend(Course *course)
{
    Course out = {0};
    if (course->count < 3)
        return;
    for (int i = 0; i < course->count; i++) {
        Point at = course->at[i], from = bow_end(at, before(course, i)), to = bow_end(at, after(course, i));
        if (is_end(course, i))
            course_add(&out, at);
        else
            for (int step = 0; step <= BOW; step++) {
                double share = (double)step / BOW;
                course_add(&out, between(between(from, at, share), between(at, to, share), share));
            }
    }
    replace(course, &out);
}

/* A point every step. */
static void pace(Course *course)
{
    Course out = {0};
    for (int i = 0; i < course->count; i++) {
        Point at = course->at[i], next = after(course, i);
        if (!course->closed && i == course->count - 1) {
            course_add(&out, at);
            continue;
        }
        int count = (int)fmax(1, round(distance(at, next) / STEP));
        for (int step = 0; step < count; step++)
            course_add(&out, between(at, next, (double)step / count));
    }
    replace(course, &out);
}

static double area_of(const Course *course)
{
    double sum = 0;
    for (int i = 0; i < course->count; i++) {
        Point next = after(course, i);
        sum += course->at[i].x * next.y - next.x * course->at[i].y;
    }
    return fabs(sum);
}

static void spread(Course *course)
{
    Point *moved = malloc((size_t)course->count * sizeof *moved);
    if (!moved)
        abort();
    for (int pass = 0; pass < PASSES; pass++) {
        for (int i = 0; i < course->count; i++)
            moved[i] = is_end(course, i)
                           ? course->at[i]
                           : between(course->at[i], between(before(course, i), after(course, i), 0.5), 0.5);
        for (int i = 0; i < course->count; i++)
            course->at[i] = moved[i];
    }
    free(moved);
}

static void grow(Course *course, double area)
{
    double now = area_of(course), times = fmin(MOST, sqrt(area / (now > 0 ? now : 1)));
    Point middle = {0, 0};
    for (int i = 0; i < course->count; i++) {
        middle.x += course->at[i].x / course->count;
        middle.y += course->at[i].y / course->count;
    }
    for (int i = 0; i < course->count; i++)
        course->at[i] = between(middle, course->at[i], times);
}

void course_soften(Course *course)
{
    straighten(course);
    bend(course);
    if (!course->count)
        return;
    pace(course);
    if (course->count < 4)
        return;
    double area = area_of(course);
    spread(course);
    if (course->closed)
        grow(course, area);
}
