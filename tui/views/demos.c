/* The demos to choose from: what each is about and how long it takes; taking one plays it. */
#include "tui/views/picker.h"

#include "engine/base/text.h"
#include "tui/widgets/parts.h"
#include "tui/words/demo_shelf.h"

#include <stdlib.h>

struct demos {
    char names[DEMO_SHELF_MAX][DEMO_NAME];
    int chosen; /* the one that was read, -1: none */
    struct demo demo;
    char fault[400]; /* of the chosen one, or "" */
};

static bool demos_load(struct host *host, struct picker *picker, const char *argument, struct error *error)
{
    struct demos *own = picker->own;
    (void)argument;
    (void)error;
    own->chosen = -1;
    picker->n = host->store ? demo_shelf_list(host->data_dir, own->names, DEMO_SHELF_MAX) : 0;
    return true;
}

static void demos_unload(struct host *host, struct picker *picker)
{
    struct demos *own = picker->own;
    (void)host;
    demo_free(&own->demo);
}

static const char *demos_match(const struct picker *picker, int item)
{
    return ((const struct demos *)picker->own)->names[item];
}

static void demos_row(const struct host *host, const struct picker *picker, int item, struct rect row,
                      enum role ground, struct canvas *canvas)
{
    int x = row.x + 1;
    (void)host;
    part_span(canvas, &x, row.x + row.w, row.y, style_on(style_of(ROLE_TEXT), ground),
              demos_match(picker, item));
}

static void demos_choose(struct host *host, struct picker *picker, int item)
{
    struct demos *own = picker->own;
    struct error error = {0};
    struct faults *faults = calloc(1, sizeof *faults);
    if (own->chosen == item || !faults) {
        free(faults);
        return;
    }
    demo_free(&own->demo);
    own->fault[0] = '\0';
    own->chosen = item;
    if (!demo_shelf_read(host->store, own->names[item], &own->demo, faults, &error)) {
        const struct error *first = faults->count > 0 ? faults_first(faults) : &error;
        text_print(own->fault, sizeof own->fault, "%s: %s", first->place, first->message);
    }
    free(faults);
}

static void demos_preview(const struct host *host, const struct picker *picker, int item, struct rect rect,
                          struct canvas *canvas)
{
    const struct demos *own = picker->own;
    struct lines lines = {canvas, rect, 0};
    (void)host;
    if (own->chosen != item)
        return;
    if (*own->fault) {
        lines_wrap(&lines, popup_style(ROLE_BAD), own->fault);
        return;
    }
    lines_wrap(&lines, popup_bold(ROLE_TITLE), own->demo.title);
    lines_gap(&lines);
    lines_factf(&lines, "opens", "%s", own->demo.scenario);
    lines_factf(&lines, "takes", "%.0f minutes in its own time, %d stops", demo_length_s(&own->demo) / 60,
                own->demo.n_stops);
    lines_factf(&lines, "screen", "%dx%d or larger", own->demo.columns, own->demo.rows);
    lines_gap(&lines);
    lines_wrap(
        &lines, popup_style(ROLE_DIM),
        "space goes on, the left key back; t gives all keys to whoever wants to try, until f9. What you have on the screen now comes back when the demo is left.");
}

static unsigned demos_accept(struct host *host, struct picker *picker, int item)
{
    struct demos *own = picker->own;
    char line[DEMO_NAME + 8];
    if (*own->fault) {
        message_say(host->message, true, "%s", own->fault);
        return REPLY_DONE;
    }
    text_print(line, sizeof line, "demo %s", own->names[item]);
    host_run(host, line);
    return REPLY_DONE | REPLY_CLOSE;
}

static const struct picker_kind demos_kind = {
    .title = "Demos",
    .empty = "There is no demo; datasets/demos/ was not found. `:demo FILE` plays one of your own.",
    .own_size = sizeof(struct demos),
    .w = 78,
    .h = 17,
    .list_w = 24,
    .load = demos_load,
    .unload = demos_unload,
    .match = demos_match,
    .row = demos_row,
    .choose = demos_choose,
    .preview = demos_preview,
    .accept = demos_accept,
};

const struct view_ops view_demos = {
    .contexts = CONTEXT_LIST, PICKER_SLOTS(demos_kind), .no_rows = "it lists names, which have no numbers"};
