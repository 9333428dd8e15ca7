/* Scripts and recitals: a desk without a terminal, driven line by line or stop by stop. */
#include "tui/desk/script.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "tui/desk/player.h"
#include "tui/term/key.h"
#include "tui/term/painter.h"
#include "tui/term/text.h"
#include "tui/term/writer.h"
#include "tui/words/metric_words.h"
#include "tui/words/print.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct script {
    struct desk *desk;
    enum color_mode color;
    char place[300];
    bool quit;
};

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool step_dump(struct script *script, const char *name, struct error *error)
{
    bool standard = strcmp(name, "-") == 0;
    desk_draw(script->desk);
    if (!desk_drew(script->desk))
        return error_set(error, ERROR_SYSTEM, script->place, "out of memory");
    FILE *out = standard ? stdout : fopen(name, "wb");
    if (!out)
        return error_set(error, ERROR_SYSTEM, script->place, "cannot write %s: %s", name, strerror(errno));
    if (ends_with(name, ".svg"))
        writer_svg(&script->desk->canvas, &script->desk->theme, script->color, out);
    else if (ends_with(name, ".ansi"))
        writer_ansi(&script->desk->canvas, &script->desk->theme, script->color, out);
    else
        writer_text(&script->desk->canvas, out);
    bool ok = !ferror(out);
    if (!standard)
        ok &= fclose(out) == 0;
    return ok || error_set(error, ERROR_SYSTEM, script->place, "cannot write %s: %s", name, strerror(errno));
}

/* Until nothing moves any more. */
static void settle(struct script *script)
{
    explorer_wait(script->desk->explorer);
    script->quit |= session_save_waiting(&script->desk->session) == SAVING_LEAVES;
    if (script->desk->player)
        player_settle(script->desk, NULL);
    desk_settle(script->desk);
}

static bool run_step(struct script *script, const char *line, struct error *error)
{
    struct desk *desk = script->desk;
    const struct step step = step_of(line);
    const char *rest = step.rest;
    int columns, rows;
    double seconds;
    switch (step.kind) {
    case STEP_WAIT:
        return true;
    case STEP_KEY:
        if (key_parse(rest) == KEYCODE_NONE)
            return error_set(error, ERROR_INPUT, script->place, "no key '%s'", rest);
        script->quit = desk_key(desk, key_parse(rest)) & REPLY_QUIT;
        return true;
    case STEP_DUMP:
        return step_dump(script, rest, error);
    case STEP_RESIZE:
        if (!display_parse_size(rest, &columns, &rows))
            return error_set(error, ERROR_INPUT, script->place, "resize takes COLUMNSxROWS, 1 to 1000 each");
        return desk_resize(desk, columns, rows, error);
    case STEP_ADVANCE:
        if (!text_to_number(rest, &seconds) || !(seconds >= 0 && seconds <= 1e6))
            return error_set(error, ERROR_INPUT, script->place, "advance takes a number of seconds");
        desk_advance(desk, seconds);
        return true;
    case STEP_TYPE:
        for (uint32_t glyph = utf8_next(&rest); glyph && !script->quit; glyph = utf8_next(&rest))
            script->quit = desk_key(desk, glyph) & REPLY_QUIT;
        return true;
    default:
        break;
    }
    unsigned result = desk_command(desk, line);
    script->quit = result & REPLY_QUIT;
    if (!(result & REPLY_HANDLED) || (desk->message.text[0] && desk->message.bad))
        return error_set(error, desk->message.system ? ERROR_SYSTEM : ERROR_INPUT, script->place, "%s",
                         desk->message.text);
    return true;
}

static bool step(struct script *script, const char *line, struct error *error)
{
    settle(script);
    if (*script->desk->host.wishes.edit) {
        desk_edit(script->desk);
        settle(script);
    }
    if (!script->quit) /* a script is asked no questions */
        script->quit = strcmp(line, "quit") == 0 && script->desk->n_views == 0;
    return script->quit || run_step(script, line, error);
}

bool script_step(struct desk *desk, const char *line, const char *place, struct error *error)
{
    struct script script = {.desk = desk};
    text_copy(script.place, sizeof script.place, place);
    return run_step(&script, line, error);
}

/* A line of any length, which is changed: its end and blanks around it go. */
static bool run_line(struct script *script, char *line, size_t n, struct error *error)
{
    if (strlen(line) < n)
        return error_set(error, ERROR_INPUT, script->place, "this line holds a NUL byte; a script is text");
    n = strcspn(line, "\r\n");
    while (n > 0 && line[n - 1] == ' ' && strncmp(line, "type ", 5) != 0)
        n--;
    line[n] = 0;
    const char *text = line + strspn(line, " \t");
    return !*text || *text == '#' || step(script, text, error);
}

bool script_run(struct desk *desk, const char *path, enum color_mode color, struct error *error)
{
    struct script script = {.desk = desk, .color = color};
    bool standard = strcmp(path, "-") == 0, ok = true;
    FILE *file = standard ? stdin : fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    if (!file)
        return error_set(error, ERROR_INPUT, path, "cannot be opened: %s", strerror(errno));
    for (int number = 1; ok && !script.quit && (n = getline(&line, &size, file)) >= 0; number++) {
        error_place(script.place, path, ":%d", number);
        ok = run_line(&script, line, (size_t)n, error);
    }
    if (ok && !script.quit && !feof(file))
        ok = error_set(error, errno == ENOMEM ? ERROR_SYSTEM : ERROR_INPUT, path, "cannot be read: %s",
                       strerror(errno));
    free(line);
    if (ok && session_is_waiting(&desk->session))
        settle(&script);
    if (!standard)
        fclose(file);
    return ok;
}

/* --- recitals, stop by stop. Times come from the demo alone: pauses, what it plays, and a moment for each
 * step --- */

enum { WIDTH = 78, TOLD_SIZE = 2 * LECTURE_TEXT };
static const double step_s = 0.8, frame_s = 0.1; /* between steps that are seen; of what plays */

/* --- casts --- */

struct cast {
    FILE *out;
    double at_s;
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

/* The answer to the question of the stop before, now that it is there; and all that is told here. */
static bool look_at_claims(struct recital *recital, const struct desk *desk, int stop)
{
    const struct lecture *demo = &desk->player->demo;
    const struct lecture_line *choices[LECTURE_LINES];
    struct expression_facts facts = player_facts(desk);
    struct faults *faults = calloc(1, sizeof *faults);
    if (!faults)
        return false;
    int right = stop > 0 ? lecture_right(demo, stop - 1, &facts, faults) : -1;
    if (right >= 0 && recital->out) {
        lecture_lines(demo, stop - 1, LINE_CHOICE, choices);
        print_line(recital->out, "       %c was right: %s", 'a' + right, choices[right]->text);
    }
    lecture_check_known(demo, stop, 1U << LINE_CAPTION | 1U << LINE_PREDICT, &facts, faults);
    lecture_check_claims(demo, stop, &facts, faults);
    for (size_t i = 0; i < faults->count && i < FAULTS_KEPT; i++)
        print_line(stderr, "%s: %s", faults->kept[i].place, faults->kept[i].message);
    recital->n_untrue += (int)faults->count;
    free(faults);
    return true;
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
            return error_no_memory(error);
        tell(recital, desk, stop);
        if (!look_at_claims(recital, desk, stop))
            return error_no_memory(error);
        show(recital, desk, cast, demo_stay_s(demo, stop));
    }
    return true;
}

bool recital_run(struct recital *recital, struct desk *desk, struct error *error)
{
    const struct lecture *demo = &desk->player->demo;
    struct cast cast = {.out = recital->cast};
    char last[48];
    if (recital->cast) {
        struct json_writer writer = {0};
        painter_init(&cast.painter, (struct painter_traits){.bright = true});
        json_begin_inline_object(&writer, NULL);
        json_int(&writer, "version", 2);
        json_int(&writer, "width", desk->canvas.w);
        json_int(&writer, "height", desk->canvas.h);
        json_string(&writer, "title", demo->title);
        json_end_object(&writer);
        put_line(&cast, &writer);
        put_event(&cast, first);
    }
    if (recital->out)
        print(recital->out, "%s\n\n", demo->title);
    *error = (struct error){0};
    bool ok = play_stops(recital, desk, &cast, error);
    if (recital->cast) {
        snprintf(last, sizeof last, "\033[0m\033[%d;1H\033[?25h", desk->canvas.h);
        put_event(&cast, last);
        painter_free(&cast.painter);
    }
    return ok;
}
