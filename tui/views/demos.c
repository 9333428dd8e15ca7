/* The demos to choose from: what each is about and how long it takes; taking one plays it. */
#include "tui/views/picker.h"

#include "engine/base/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/lesson_words.h"

static const struct lecture_item *item_of(const struct picker *picker, int item)
{
    return &((const struct lecture_list *)picker->own)->items[item];
}

static bool demos_load(struct host *host, struct picker *picker, const char *argument, struct error *error)
{
    struct lecture_list *list = picker->own;
    (void)argument;
    if (host->store && !lectures_list(host->store, LECTURE_DEMO, &lesson_words, list, error))
        return false;
    picker->n = (int)list->n;
    picker->texts = list->n > 0 ? list->items->both : NULL;
    picker->text_step = sizeof *list->items;
    return true;
}

static void demos_unload(struct host *host, struct picker *picker)
{
    (void)host;
    lectures_free(picker->own);
}

static void demos_row(const struct host *host, const struct picker *picker, int item, struct rect row,
                      enum role ground, struct canvas *canvas)
{
    int x = row.x + 1;
    (void)host;
    part_span(canvas, &x, row.x + row.w, row.y, style_on(style_of(ROLE_TEXT), ground),
              item_of(picker, item)->name);
}

static void demos_preview(const struct host *host, const struct picker *picker, int item, struct rect rect,
                          struct canvas *canvas)
{
    const struct lecture_item *of = item_of(picker, item);
    const struct lecture *demo = &of->lecture;
    struct lines lines = {canvas, rect, 0};
    (void)host;
    if (*of->fault) {
        lines_wrap(&lines, popup_style(ROLE_BAD), of->fault);
        return;
    }
    lines_wrap(&lines, popup_bold(ROLE_TITLE), demo->title);
    lines_gap(&lines);
    lines_factf(&lines, "opens", "%s", demo->scenario);
    lines_factf(&lines, "takes", "%.0f minutes in its own time, %d stops", demo_length_s(demo) / 60,
                demo->n_stops);
    lines_factf(&lines, "screen", "%dx%d or larger", demo->columns, demo->rows);
    lines_gap(&lines);
    lines_wrap(
        &lines, popup_style(ROLE_DIM),
        "space goes on, the left key back; t gives all keys to whoever wants to try, until f9. What you have on the screen now comes back when the demo is left.");
}

static unsigned demos_accept(struct host *host, struct picker *picker, int item)
{
    const struct lecture_item *of = item_of(picker, item);
    char line[sizeof of->name + 8];
    if (*of->fault)
        return host_refuse(host, "%s", of->fault);
    text_print(line, sizeof line, "demo %s", of->name);
    return host_run(host, line) | REPLY_CLOSE;
}

static const struct picker_kind demos_kind = {
    .title = "Demos",
    .empty = "There is no demo; datasets/demos/ was not found. `:demo FILE` plays one of your own.",
    .own_size = sizeof(struct lecture_list),
    .w = 78,
    .h = 17,
    .list_w = 24,
    .load = demos_load,
    .unload = demos_unload,
    .row = demos_row,
    .preview = demos_preview,
    .accept = demos_accept,
};

const struct view_ops view_demos = {
    .contexts = CONTEXT_LIST, PICKER_SLOTS(demos_kind), .no_rows = "it lists names, which have no numbers"};
