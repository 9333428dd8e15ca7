/* Stop by stop. Times come from the demo alone: pauses, what it plays, and a moment for each step. */
#include "tui/desk/recital.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "tui/desk/player.h"
#include "tui/term/painter.h"
#include "tui/term/text.h"
#include "tui/words/fill.h"
#include "tui/words/print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 78, TOLD_SIZE = 2 * LECTURE_TEXT };
static const double step_s = 0.8, frame_s = 0.1; /* between steps that are seen; of what plays */

/* --- casts --- */

struct cast {
    FILE *out;
    double at_s;
    int rows;
    struct painter painter;
};

/* The first frame clears the screen; the others say what has changed. */
static const char first[] = "\033[?25l\033[0m\033[2J\033[H";

/* What was collected is one line, without the blanks that are for people. */
static void put_line(struct cast *cast, struct json_writer *writer)
{
    char *text = json_writer_take(writer);
    if (text) {
        size_t n = strcspn(text, "\n");
        fwrite(text, 1, n, cast->out);
        fputc('\n', cast->out);
    }
    free(text);
}

static void put_event(struct cast *cast, const char *bytes)
{
    struct json_writer writer = {0};
    json_begin_array(&writer, NULL, true);
    json_number(&writer, NULL, floor(cast->at_s * 1000 + 0.5) / 1000);
    json_string(&writer, NULL, "o");
    json_string(&writer, NULL, bytes);
    json_end_array(&writer);
    put_line(cast, &writer);
}

static void cast_begin(struct cast *cast, FILE *out, int columns, int rows, const char *title)
{
    struct json_writer writer = {0};
    *cast = (struct cast){.out = out, .rows = rows};
    painter_init(&cast->painter, (struct painter_traits){.bright = true});
    json_begin_inline_object(&writer, NULL);
    json_int(&writer, "version", 2);
    json_int(&writer, "width", columns);
    json_int(&writer, "height", rows);
    json_string(&writer, "title", title);
    json_end_object(&writer);
    put_line(cast, &writer);
    put_event(cast, first);
}

static bool cast_end(struct cast *cast)
{
    char last[48];
    snprintf(last, sizeof last, "\033[0m\033[%d;1H\033[?25h", cast->rows);
    put_event(cast, last);
    painter_free(&cast->painter);
    return !ferror(cast->out);
}

/* --- what is told --- */

/* Words in lines, continued under where the first began. */
static void print_wrapped(FILE *out, const char *lead, const char *text)
{
    char line[4 * WIDTH];
    int indent = text_width(lead), column = indent;
    print(out, "%s", lead);
    while (*text) {
        size_t n = strcspn(text, " ");
        text_print(line, sizeof line, "%.*s", (int)n, text);
        int w = text_width(line);
        bool broken = column > indent && column + 1 + w > WIDTH;
        if (broken)
            print(out, "\n%*s", indent, "");
        column = broken ? indent : column;
        print(out, "%s%s", column > indent ? " " : "", line);
        column += w + (column > indent);
        text += n + strspn(text + n, " ");
    }
    print(out, "\n");
}

static void tell(const struct recital *recital, const struct desk *desk, int stop)
{
    const struct lecture *demo = &desk->player->demo;
    const struct lecture_line *choices[LECTURE_LINES];
    char lead[32], told[TOLD_SIZE];
    int n = lecture_lines(demo, stop, LINE_CHOICE, choices);
    if (!recital->out)
        return;
    text_print(lead, sizeof lead, "%2d/%d  ", stop + 1, demo->n_stops);
    player_tell(desk, stop, told, sizeof told);
    /* Without the marks of what was filled in. */
    char *out = told;
    for (const char *at = told; *at; at++)
        if (*at != *FILL_MARK)
            *out++ = *at;
    *out = '\0';
    print_wrapped(recital->out, lead, told);
    for (int i = 0; i < n; i++)
        print_line(recital->out, "       %c  %s", 'a' + i, choices[i]->text);
}

static void object(struct recital *recital, const struct lecture *demo, const struct lecture_line *line,
                   const char *what)
{
    recital->n_untrue++;
    print_line(stderr, "%s:%d: %s", demo->path, line->number, what);
}

/* The answer to the question of the stop before, now that it is there; then what is expected here. */
static void look_at_claims(struct recital *recital, const struct desk *desk, int stop)
{
    const struct lecture *demo = &desk->player->demo;
    const struct lecture_line *choices[LECTURE_LINES];
    struct expression_facts facts = player_facts(desk);
    const struct lecture_stop *at = &demo->stops[stop];
    char what[400];
    int n = stop > 0 ? lecture_lines(demo, stop - 1, LINE_CHOICE, choices) : 0;
    int right = n > 0 ? lecture_right(demo, stop - 1, &facts) : -1;
    if (n > 0 && right < 0)
        object(recital, demo, &demo->lines[demo->stops[stop - 1].said],
               "of these answers not exactly one is right");
    if (right >= 0 && recital->out)
        print_line(recital->out, "       %c was right: %s", 'a' + right, choices[right]->text);
    for (int i = at->said + 1; i < at->end; i++) {
        const struct lecture_line *line = &demo->lines[i];
        if (line->kind != LINE_EXPECT || line_holds(line, &facts))
            continue;
        text_print(what, sizeof what, "this does not hold: %s", line->condition);
        object(recital, demo, line, what);
    }
}

/* A frame of the cast, with all that would be seen after a moment, for so long. */
static void show(const struct recital *recital, struct desk *desk, struct cast *cast, double seconds)
{
    if (!recital->cast)
        return;
    desk_settle(desk);
    size_t n = 0;
    const char *bytes = painter_draw(&cast->painter, &desk->canvas, &desk->theme, recital->color, &n);
    char *text = bytes && n > 0 ? malloc(n + 1) : NULL;
    if (text) {
        memcpy(text, bytes, n);
        text[n] = '\0';
        put_event(cast, text);
    }
    free(text);
    cast->at_s += seconds;
}

/* The way to the next stop; in a cast each step is seen. */
static bool go(const struct recital *recital, struct desk *desk, struct cast *cast, struct error *error)
{
    do {
        player_wait(desk);
        /* Frames while the cursor runs. */
        while (recital->cast && desk->player->left_s > frame_s) {
            player_advance(desk, frame_s);
            show(recital, desk, cast, frame_s);
        }
        player_step(desk, error);
        player_wait(desk);
        if (player_stop(desk->player) < 0)
            show(recital, desk, cast, step_s);
    } while (error->kind == ERROR_NONE && (player_stop(desk->player) < 0 || desk->player->left_s > 0));
    return error->kind == ERROR_NONE;
}

static bool play_stops(struct recital *recital, struct desk *desk, struct cast *cast, struct error *error)
{
    const struct lecture *demo = &desk->player->demo;
    for (int stop = 0; stop < demo->n_stops; stop++) {
        if (stop > 0)
            player_set_off(desk);
        const struct results *results = &desk->explorer->results;
        if (!go(recital, desk, cast, error))
            return false;
        bool told = desk_drew(desk) && desk->scene.now->result &&
                    (!explorer_reference(desk->explorer) || desk->scene.reference->result);
        if (!told || results->starved || (results->current && results->current->error.kind == ERROR_SYSTEM))
            return error_set(error, ERROR_SYSTEM, "", "out of memory");
        tell(recital, desk, stop);
        look_at_claims(recital, desk, stop);
        show(recital, desk, cast, demo_stay_s(demo, stop));
    }
    return true;
}

bool recital_run(struct recital *recital, struct desk *desk, struct error *error)
{
    const struct lecture *demo = &desk->player->demo;
    struct cast cast = {0};
    if (recital->cast)
        cast_begin(&cast, recital->cast, desk->canvas.w, desk->canvas.h, demo->title);
    if (recital->out)
        print(recital->out, "%s\n\n", demo->title);
    *error = (struct error){0};
    bool ok = play_stops(recital, desk, &cast, error);
    if (recital->cast)
        cast_end(&cast);
    return ok;
}
