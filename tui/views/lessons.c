/* The lessons to choose from, each with what it is about and how far it was gone through; and the demos, with
 * how long each takes. Taking one plays it beside the dashboard, on its own scenario. */
#include "engine/account/account.h"

#include "engine/base/text.h"
#include "tui/explorer/schooling.h"
#include "tui/views/picker.h"
#include "tui/widgets/parts.h"
#include "tui/words/lesson_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct picker_kind demos_kind;

static const struct lecture_list *list_of(const struct picker_view *picker)
{
    return picker->own;
}

static const struct lecture_item *item_of(const struct picker_view *picker, int item)
{
    return &list_of(picker)->items[item];
}

static void lessons_unload(struct host *host, struct picker_view *picker)
{
    (void)host;
    lectures_free(picker->own);
}

/* Of the lessons the first that is not finished is chosen. */
static bool lessons_load(struct host *host, struct picker_view *picker, const char *argument,
                         struct error *error)
{
    struct lecture_list *list = picker->own;
    bool demos = picker->kind == &demos_kind;
    (void)argument;
    if (!host->store && !demos)
        return error_set(error, ERROR_INPUT, "", "there is no store, so there are no lessons");
    if (host->store &&
        !lectures_list(host->store, demos ? LECTURE_DEMO : LECTURE_LESSON, &lesson_words, list, error))
        return false;
    picker->n = (int)list->n;
    picker->texts = list->n > 0 ? list->items->both : NULL;
    picker->text_step = sizeof *list->items;
    for (int i = picker->n - 1; i >= 0 && !demos; i--) {
        const struct lesson_mark *mark = schooling_find(host->schooling, item_of(picker, i)->name);
        if (!*item_of(picker, i)->fault && (!mark || !mark->finished))
            picker->at = i;
    }
    return true;
}

/* "done", "4/7", "". */
static void progress_of(const struct host *host, const struct lecture_item *item, char out[24])
{
    const struct lesson_mark *mark = schooling_find(host->schooling, item->name);
    if (!mark)
        snprintf(out, 24, "%s", "");
    else if (mark->finished)
        snprintf(out, 24, "done");
    else
        snprintf(out, 24, "%d/%d", mark->step, item->lecture.n_stops);
}

static void lessons_row(const struct host *host, const struct picker_view *picker, int item, struct rect row,
                        enum role ground, struct canvas *canvas)
{
    const struct lecture_item *of = item_of(picker, item);
    const struct lecture *lesson = &of->lecture;
    bool faulty = *of->fault, done;
    char number[16] = "", progress[24];
    int x = row.x, end = row.x + row.w;
    if (picker->kind == &demos_kind) {
        x++;
        part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_TEXT), ground), of->name);
        return;
    }
    progress_of(host, of, progress);
    done = strcmp(progress, "done") == 0;
    if (lesson->number > 0)
        snprintf(number, sizeof number, "%d", lesson->number);
    part_span(canvas, &x, end, row.y, style_on(style_of(ROLE_GOOD), ground),
              done        ? "● "
              : *progress ? "○ "
                          : "  ");
    canvas_text_right(canvas, x + 2, row.y, 2, style_on(style_of(ROLE_DIM), ground), number);
    x += 3;
    part_span(canvas, &x, end - 5, row.y, style_on(faulty ? style_of(ROLE_BAD) : style_of(ROLE_TEXT), ground),
              faulty ? of->name : lesson->title);
    canvas_text_right(canvas, end, row.y, 5, style_on(style_of(done ? ROLE_GOOD : ROLE_DIM), ground),
                      progress);
}

static void lessons_preview(const struct host *host, const struct picker_view *picker, int item,
                            struct rect rect, struct canvas *canvas)
{
    const struct lecture_item *of = item_of(picker, item);
    const struct lecture *lesson = &of->lecture;
    struct lines lines = {.canvas = canvas, .rect = rect};
    const struct lecture_line *turns[LECTURE_LINES];
    char progress[24], set[400] = "";
    lines_wrap(&lines, popup_bold(ROLE_TITLE), *of->fault ? of->name : lesson->title);
    lines_gap(&lines);
    if (*of->fault) {
        lines_wrap(&lines, popup_style(ROLE_BAD), of->fault);
        lines_gap(&lines);
        lines_wrap(&lines, popup_style(ROLE_DIM), "`wattif validate` lists every fault.");
        return;
    }
    if (picker->kind == &demos_kind) {
        lines_factf(&lines, "opens", "%s", lesson->scenario);
        lines_factf(&lines, "takes", "%.0f minutes in its own time, %d stops", demo_length_s(lesson) / 60,
                    lesson->n_stops);
        lines_factf(&lines, "screen", "%dx%d or larger", lesson->columns, lesson->rows);
        lines_gap(&lines);
        lines_wrap(
            &lines, popup_style(ROLE_DIM),
            "space goes on, the left key back; f9 gives all keys to whoever wants to try, and takes them back. What you have on the screen now comes back when the demo is left.");
        return;
    }
    lines_wrap(&lines, popup_style(ROLE_TEXT), lesson->summary);
    lines_gap(&lines);
    int n = lecture_lines(lesson, -1, LINE_SET, turns);
    for (int i = 0; i < n; i++)
        text_append(set, sizeof set, "%s%s", i ? ", " : "", turns[i]->text);
    progress_of(host, of, progress);
    lines_factf(&lines, "scenario", "%s%s%s", lesson->scenario, *set ? " with " : "", set);
    lines_factf(&lines, "steps", "%d%s%s", lesson->n_stops, *progress ? ", " : "", progress);
    lines_fact(&lines, "after", 3, lesson->source);
    if (!of->builtin)
        lines_fact(&lines, "file", 3, of->path);
}

/* `lesson NAME` or `demo NAME`. */
static unsigned lessons_accept(struct host *host, struct picker_view *picker, int item)
{
    const struct lecture_item *of = item_of(picker, item);
    char line[sizeof of->name + 8];
    if (*of->fault)
        return host_refuse(host, "%s", of->fault);
    text_print(line, sizeof line, "%s %s", of->lecture.form == LECTURE_DEMO ? "demo" : "lesson", of->name);
    return host_run(host, line) | REPLY_CLOSE_ALL;
}

static const struct picker_kind lessons_kind = {
    .title = "Lessons",
    .empty = "There is no lesson; datasets/lessons was not found.",
    .own_size = sizeof(struct lecture_list),
    .w = 116,
    .h = 26,
    .list_w = 56,
    .load = lessons_load,
    .unload = lessons_unload,
    .row = lessons_row,
    .preview = lessons_preview,
    .accept = lessons_accept,
};

/* A row a lesson, with how far it was gone through. */
static void lessons_tell(const struct host *host, const void *state, struct account *account)
{
    static const char *const columns[] = {"name",     "title", "about",        "scenario",
                                          "built_in", "steps", "seen_to_step", "finished"};
    const struct lecture_list *list = list_of(state);
    account_keys(account, "rows", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < list->n; i++) {
        const struct lecture *lesson = &list->items[i].lecture;
        const struct lesson_mark *mark = schooling_find(host->schooling, list->items[i].name);
        bool sound = !*list->items[i].fault;
        ACCOUNT_ADD(account, account_said(list->items[i].name), account_said(sound ? lesson->title : NULL),
                    account_said(sound ? lesson->summary : list->items[i].fault),
                    account_said(sound ? lesson->scenario : NULL), account_flag(list->items[i].builtin),
                    account_bare(lesson->n_stops), account_bare(mark ? mark->step : 0),
                    account_flag(mark && mark->finished));
    }
}

const struct view_ops view_lessons = {
    .contexts = CONTEXT_LIST, PICKER_SLOTS(lessons_kind), .tell = lessons_tell};

static const struct picker_kind demos_kind = {
    .title = "Demos",
    .empty = "There is no demo; datasets/demos/ was not found. `:demo FILE` plays one of your own.",
    .own_size = sizeof(struct lecture_list),
    .w = 78,
    .h = 17,
    .list_w = 24,
    .load = lessons_load,
    .unload = lessons_unload,
    .row = lessons_row,
    .preview = lessons_preview,
    .accept = lessons_accept,
};

const struct view_ops view_demos = {
    .contexts = CONTEXT_LIST, PICKER_SLOTS(demos_kind), .no_rows = "it lists names, which have no numbers"};
