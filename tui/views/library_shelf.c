/* Previews tell what comes without giving the answers away: of a lesson its questions and tasks, of a demo
 * its captions. Numbers that are filled in from the run stand as their names. */
#include "tui/views/library_shelf.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/json/json_fields.h"
#include "tui/term/theme.h"
#include "tui/widgets/parts.h"
#include "tui/words/lesson_words.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { THEMES_MAX = 64, FILE_MAX = 16 << 20, TELLS = 400 };

const char *const shelf_plurals[SHELF_COUNT] = {"lessons", "demos", "themes"};
static const char own_licence[] = "MIT, as wattif";

/* --- lists --- */

static void begin_list(struct store_list *list, size_t n)
{
    list->items = needed(calloc(n + 1, sizeof *list->items));
    list->n = n;
}

bool shelf_list(const struct host *host, enum shelf_kind shelf, struct store_list *list, struct error *error)
{
    char themes[THEMES_MAX][32];
    if (shelf == SHELF_THEMES) {
        size_t size = sizeof *themes;
        int n = theme_list(host->data_dir, themes, THEMES_MAX);
        begin_list(list, (size_t)(n > 0 ? n : 0));
        for (int i = 0; i < n; i++) {
            text_copy(list->items[i].name, sizeof list->items[i].name,
                      (const char *)themes + (size_t)i * size);
            list->items[i].builtin = true;
        }
        return true;
    }
    enum lecture_form form = shelf == SHELF_LESSONS ? LECTURE_LESSON : LECTURE_DEMO;
    struct lecture_list lectures;
    if (!lectures_list(host->store, form, &lesson_words, &lectures, error))
        return false;
    begin_list(list, lectures.n);
    for (size_t i = 0; i < lectures.n; i++) {
        const struct lecture_item *from = &lectures.items[i];
        struct store_item *item = &list->items[i];
        text_copy(item->name, sizeof item->name, from->name);
        item->builtin = from->builtin;
        if (form == LECTURE_DEMO)
            continue;
        text_copy(item->title, sizeof item->title, *from->fault ? "cannot be read" : from->lecture.title);
        text_print(item->detail, sizeof item->detail, *from->fault ? "faulty" : "%d steps",
                   from->lecture.n_stops);
    }
    lectures_free(&lectures);
    return true;
}

/* --- one --- */

void shelf_close(struct shelf_thing *thing)
{
    if (thing->open && thing->shelf != SHELF_THEMES)
        lecture_free(&thing->lecture);
    *thing = (struct shelf_thing){0};
}

void shelf_open(const struct host *host, enum shelf_kind shelf, const char *name, struct shelf_thing *thing)
{
    struct error error = {0};
    thing->shelf = shelf;
    thing->builtin = true;
    if (shelf != SHELF_THEMES) {
        thing->open =
            lectures_find(host->store, shelf == SHELF_LESSONS ? LECTURE_LESSON : LECTURE_DEMO, &lesson_words,
                          name, &thing->lecture, thing->path, &thing->builtin, NULL, &error);
    } else {
        thing->open = theme_load(&thing->theme, host->data_dir, name, &error);
        if (!theme_find(host->data_dir, name, thing->path, sizeof thing->path, &thing->builtin))
            thing->path[0] = '\0';
    }
    must_not_lack(&error);
    if (!thing->open)
        text_print(thing->fault, sizeof thing->fault, "%s: %s", error.place, error.message);
}

/* --- previews --- */

/* A text up to the end of its first sentence; what is filled in from the run is left open. */
static void put_sentence(struct lines *lines, int number, const char *text)
{
    char first[TELLS];
    size_t used;
    text_print(first, sizeof first, "%2d ", number);
    used = strlen(first);
    while (*text && used + 8 < sizeof first) {
        size_t filled = *text == '{' ? strcspn(text, "}") : 0;
        bool ends = strchr(".?!", *text) && (text[1] == ' ' || !text[1]);
        if (filled > 0 && text[filled]) {
            text_append(first, sizeof first, "…");
            text += filled + 1;
        } else {
            first[used] = *text++;
            first[used + 1] = '\0';
        }
        used = strlen(first);
        if (ends)
            break;
    }
    lines_wrap(lines, popup_style(ROLE_TEXT), first);
}

static void preview_demo(const struct lecture *demo, struct lines *lines)
{
    lines_wrap(lines, popup_bold(ROLE_TITLE), demo->title);
    lines_gap(lines);
    lines_factf(lines, "opens", "%s", demo->scenario);
    lines_factf(lines, "takes", "%.0f minutes in its own time, %d stops", demo_length_s(demo) / 60,
                demo->n_stops);
    lines_factf(lines, "screen", "%dx%d or larger", demo->columns, demo->rows);
    lines_gap(lines);
    for (int i = 0; i < demo->n_stops && lines_left(lines) > 0; i++)
        put_sentence(lines, i + 1, demo->lines[demo->stops[i].said].text);
}

void shelf_preview(const struct shelf_thing *thing, struct lines *lines)
{
    if (!thing->open) {
        lines_wrap(lines, popup_style(ROLE_BAD), thing->fault);
        return;
    }
    struct lines above = *lines;
    above.rect.h -= above.rect.h > 8 ? 3 : 0; /* where it lies and whose it is stay in sight */
    if (thing->shelf == SHELF_LESSONS) {
        const struct lecture *lesson = &thing->lecture;
        lines_wrap(&above, popup_bold(ROLE_TITLE), lesson->title);
        lines_wrap(&above, popup_style(ROLE_TEXT), lesson->summary);
        lines_gap(&above);
        lines_factf(&above, "scenario", "%s", lesson->scenario);
        lines_fact(&above, "source", 2, lesson->source);
        lines_gap(&above);
        for (int i = 0; i < lesson->n_stops && lines_left(&above) > 0; i++) {
            const char *question = lecture_text(lesson, i, LINE_PREDICT),
                       *task = lecture_text(lesson, i, LINE_TASK);
            put_sentence(&above, i + 1,
                         *question ? question
                         : *task   ? task
                                   : lecture_text(lesson, i, LINE_CAPTION));
        }
    } else if (thing->shelf == SHELF_DEMOS)
        preview_demo(&thing->lecture, &above);
    else {
        static const struct {
            enum role role;
            const char *label;
        } samples[] = {{ROLE_TEXT, "text"},       {ROLE_TITLE, "titles"},     {ROLE_DIM, "labels"},
                       {ROLE_GOOD, "better"},     {ROLE_BAD, "worse"},        {ROLE_EDIT, "edits"},
                       {ROLE_FOCUS, "focus"},     {ROLE_ACTIVE, "active"},    {ROLE_IDLE, "idle"},
                       {ROLE_COOLING, "cooling"}, {ROLE_BACKGROUND, "ground"}};
        lines_wrap(&above, popup_bold(ROLE_TITLE), thing->theme.title);
        lines_gap(&above);
        for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
            int32_t color = thing->theme.colors[0][samples[i].role].color;
            if (color == THEME_DEFAULT_COLOR)
                lines_factf(&above, samples[i].label, "the terminal's own");
            else
                lines_factf(&above, samples[i].label, "#%06x", (unsigned)color);
        }
        lines_gap(&above);
        lines_wrap(&above, popup_style(ROLE_DIM), "Enter takes it, F5 tries them all on what is open.");
    }
    lines->y = above.y;
    lines_gap(lines);
    lines_factf(lines, "licence", "%s", thing->builtin ? own_licence : "yours");
    if (*thing->path)
        lines_fact(lines, "file", 1, thing->path);
}

/* --- what can be done with one --- */

unsigned shelf_use(struct host *host, const struct shelf_thing *thing, const char *name)
{
    char line[PROMPT_SIZE];
    if (!thing->open)
        return host_refuse(host, "%s", thing->fault);
    switch (thing->shelf) {
    case SHELF_LESSONS:
    case SHELF_DEMOS:
        text_print(line, sizeof line, "%s %s", thing->shelf == SHELF_DEMOS ? "demo" : "lesson", name);
        return host_run(host, line) | REPLY_CLOSE_ALL;
    default:
        *host->theme = thing->theme;
        host->wishes.restyle = true;
        return host_say(host, "theme %s; `theme = %s` in wattif.conf keeps it", name, name);
    }
}

const char *shelf_ending(enum shelf_kind shelf)
{
    return shelf == SHELF_DEMOS ? "demo" : shelf == SHELF_LESSONS ? "lesson" : "json";
}

bool shelf_export(const struct shelf_thing *thing, FILE *file, struct error *error)
{
    size_t n;
    char *text = *thing->path ? file_read(thing->path, FILE_MAX, &n, error) : NULL;
    if (!text)
        return *thing->path ? false : error_set(error, ERROR_INPUT, "", "it is built in and has no file");
    must_be(fwrite(text, 1, n, file) == n);
    free(text);
    return true;
}

/* --- files --- */

/* A lesson or demo says what it is in its first line, a theme is an object with "colors". */
static enum shelf_kind kind_of(const char *text, size_t n)
{
    struct error unheard = {0};
    enum lecture_form form = lecture_form_of(text, n);
    if (form != LECTURE_FORMS)
        return form == LECTURE_LESSON ? SHELF_LESSONS : SHELF_DEMOS;
    cJSON *json = json_parse(text, n, "", &unheard);
    enum shelf_kind kind = json && json_member(json, "colors") ? SHELF_THEMES : SHELF_COUNT;
    json_free(json);
    return kind;
}

static void look_at_lecture(const struct host *host, const char *path, const char *text, size_t n,
                            struct shelf_file *file, struct faults *faults)
{
    struct lecture lecture;
    if (!lecture_read(&lecture, LECTURE_FORMS, text, n, path, &lesson_words, faults))
        return;
    lecture_check(&lecture, host->store, &lesson_words, faults);
    if (lecture.form == LECTURE_LESSON)
        text_print(file->said, sizeof file->said, "a lesson, %s: %d steps on %s", lecture.title,
                   lecture.n_stops, lecture.scenario);
    else
        text_print(file->said, sizeof file->said,
                   "a demo, %s: %d stops. Demos are not imported: `:demo %s` plays it where it lies.",
                   lecture.title, lecture.n_stops, path);
    lecture_free(&lecture);
}

void shelf_look(const struct host *host, const char *path, struct shelf_file *file, struct faults *faults)
{
    struct error unheard = {0};
    size_t n;
    *file = (struct shelf_file){.shelf = SHELF_COUNT};
    char *text = path_is_regular(path) ? file_read(path, FILE_MAX, &n, &unheard) : NULL;
    if (!text)
        return; /* what cannot be read says so to the importers */
    file->shelf = kind_of(text, n);
    if (file->shelf == SHELF_LESSONS || file->shelf == SHELF_DEMOS)
        look_at_lecture(host, path, text, n, file, faults);
    else if (file->shelf == SHELF_THEMES) {
        struct theme *theme = needed(malloc(sizeof *theme));
        if (theme_parse(theme, text, n, path, faults))
            text_print(file->said, sizeof file->said,
                       "a theme, %s. Themes are not imported: in ~/.config/wattif/themes it is listed by F5.",
                       theme->title);
        free(theme);
    }
    free(text);
}
