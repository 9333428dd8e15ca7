/* Saving the run on screen: a name and a note. The name that stands there at first is free and says what the
 * run is. A name that is taken is only replaced after `y`, a key that did not start the saving. Whatever the
 * store refuses is said here, and the popup stays, so that nothing typed is lost. */
#include "tui/views/view.h"

#include "engine/base/text.h"
#include "tui/words/message.h"
#include "tui/words/format.h"
#include "tui/term/text.h"
#include "tui/widgets/prompt.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 68, HEIGHT = 11, LABEL = 7, NAME_BYTES = 63, NAME_TRIES = 1000 };
enum save_field { FIELD_NAME, FIELD_NOTE, FIELD_COUNT };
static const char *const labels[FIELD_COUNT] = {"name", "note"};

struct save {
    struct prompt fields[FIELD_COUNT];
    int focus;
    bool asking;   /* whether to replace the run of that name */
    bool quitting; /* leave wattif afterwards */
    struct store_list runs;
    char message[600]; /* of the last try, or "" */
};

static const struct store_item *find_run(const struct save *save, const char *name)
{
    for (size_t i = 0; i < save->runs.n; i++)
        if (strcmp(save->runs.items[i].name, name) == 0)
            return &save->runs.items[i];
    return NULL;
}

static void list_runs(struct host *host, struct save *save)
{
    struct error unlisted = {0};
    free(save->runs.items);
    if (!store_list(host->store, STORE_RUN, &save->runs, &unlisted))
        message_say_error(host->message, &unlisted);
}

static bool save_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct save *save = state;
    char name[PROMPT_SIZE];
    if (!host->store)
        return error_set(error, ERROR_INPUT, "", "there is no store to save to");
    if (store_is_read_only(host->store))
        return error_set(
            error, ERROR_SYSTEM, *store_path(host->store) ? store_path(host->store) : "the store",
            "is read-only: nothing can be saved; start wattif with --db and a file that can be written");
    list_runs(host, save);
    save->quitting = strcmp(argument, "quit") == 0;
    /* "carbondis-set1 CIT 0.80": the scenario and the last change, else its scheme; with a number if it is
     * taken. */
    const struct explorer *explorer = host->explorer;
    const struct change *top = history_top(&explorer->document.history);
    char what[96], whole[192];
    scenario_title(&explorer->document.scenario, what, sizeof what);
    if (top && top->kind == CHANGE_TURN)
        difference_value(&explorer->document.scenario, top->knob, &top->after, what, sizeof what);
    text_print(whole, sizeof whole, "%s %s", explorer->document.scenario.name, what);
    for (char *c = whole; *c; c++)
        if (*c == '/')
            *c = ' ';
    text_cut(whole, sizeof whole, NAME_BYTES - 6);
    snprintf(name, sizeof name, "%s", whole);
    for (int i = 2; i < NAME_TRIES && find_run(save, name); i++)
        text_print(name, sizeof name, "%s %d", whole, i);
    prompt_propose(&save->fields[FIELD_NAME], name);
    prompt_start(&save->fields[FIELD_NOTE], "");
    return true;
}

static void save_close(struct host *host, void *state)
{
    (void)host;
    free(((struct save *)state)->runs.items);
}

/* --- drawing --- */

/* What is saved: carbon, verdict, how much of it there is. */
static void draw_facts(const struct host *host, struct lines *lines)
{
    const struct scene *scene = host->scene;
    const struct recording *recording = host->explorer->results.current->recording;
    char text[200];
    if (!recording_finished(recording)) {
        double percent =
            100.0 * recording_count(recording) / (recording->n_buckets > 0 ? recording->n_buckets : 1);
        snprintf(text, sizeof text, "Still being simulated (%.0f %%): saved when it is complete.", percent);
        lines_wrap(lines, popup_style(ROLE_TEXT), text);
        return;
    }
    const struct summary *summary = &recording->summary;
    bool met = !scene_misses(scene);
    const struct explorer *explorer = host->explorer;
    const struct scenario *now = &explorer->document.scenario, *opened = explorer_opened(explorer);
    int n = difference_list(opened, now, &explorer->results.current->model->trace, NULL, 0);
    text_print(text, sizeof text, "%s%s, %s", format_grams(FORMAT_ROOM, summary->carbon_total_g),
               scene_mark(scene), met ? "● every limit kept" : "○ a limit broken");
    if (n == 0)
        text_append(text, sizeof text, ", as it was opened");
    else if (n > 0)
        text_append(text, sizeof text, ", %d change%s", n, n == 1 ? "" : "s");
    lines_put(lines, popup_style(ROLE_DIM), text);
}

static void save_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct save *save = state;
    struct rect inside =
        popup_open(canvas, WIDTH, HEIGHT, save->quitting ? "Save this run and leave" : "Save this run", "");
    if (inside.w < LABEL + 2 || inside.h < 1)
        return;
    for (int i = 0; i < FIELD_COUNT && i < inside.h; i++)
        field_labelled(canvas, (struct rect){inside.x, inside.y + i, inside.w, 1}, labels[i], LABEL,
                       inside.w - LABEL, &save->fields[i], i == save->focus && !save->asking);
    struct lines lines = {canvas, {inside.x, inside.y + FIELD_COUNT, inside.w, inside.h - FIELD_COUNT}, 0};
    lines_gap(&lines);
    draw_facts(host, &lines);
    lines_gap(&lines);
    const struct store_item *taken = find_run(save, save->fields[FIELD_NAME].text);
    if (save->asking && taken) {
        lines_wrap(&lines, popup_style(ROLE_TEXT),
                   text(&canvas->texts, "There is a run of that name: %s, saved %.10s.",
                        format_grams(FORMAT_ROOM, taken->carbon_g), taken->changed_at));
        lines_put(&lines, popup_bold(ROLE_TITLE), "y replaces it, Esc goes back.");
    } else if (*save->message) {
        lines_wrap(&lines, popup_bold(ROLE_BAD), save->message);
    } else if (taken) {
        lines_wrap(&lines, popup_style(ROLE_TEXT),
                   "There is a run of that name; Enter asks before it is replaced.");
    } else if (save->fields[FIELD_NAME].whole && save->focus == FIELD_NAME) {
        lines_put(&lines, popup_style(ROLE_DIM), "Typing begins another name, ← edits this one.");
    }
}

/* --- input --- */

static unsigned try_to_save(struct host *host, struct save *save, bool replace)
{
    struct error error = {0};
    const char *name = save->fields[FIELD_NAME].text;
    save->asking = false;
    save->message[0] = 0;
    if (session_save(host->session, name, save->fields[FIELD_NOTE].text, replace, &error)) {
        unsigned result = REPLY_DONE;
        if (!save->quitting)
            return result | REPLY_CLOSE;
        if (!session_is_waiting(host->session))
            return result | REPLY_QUIT;
        session_leave_when_saved(host->session);
        return result | REPLY_CLOSE_ALL;
    }
    snprintf(save->message, sizeof save->message, "%s", error.message);
    return REPLY_DONE;
}

static unsigned save_text(struct host *host, void *state, uint32_t key)
{
    struct save *save = state;
    if (save->asking && key == 'y' && !host->pasting)
        return try_to_save(host, save, true);
    if (save->asking) {
        save->asking = false;
        return REPLY_DONE;
    }
    save->message[0] = 0;
    prompt_key(&save->fields[save->focus], key);
    return REPLY_DONE;
}

static unsigned save_action(struct host *host, void *state, enum action_id action)
{
    struct save *save = state;
    switch (action) {
    case ACTION_LIST_ACCEPT:
        /* Another wattif may have saved one meanwhile, so the list is read again. */
        save->message[0] = 0;
        list_runs(host, save);
        if (save->asking)
            return REPLY_DONE;
        if (!find_run(save, save->fields[FIELD_NAME].text))
            return try_to_save(host, save, false);
        save->asking = true;
        return REPLY_DONE;
    case ACTION_LIST_TAB:
    case ACTION_LIST_UP:
    case ACTION_LIST_DOWN:
        save->focus = (save->focus + 1) % FIELD_COUNT;
        return REPLY_DONE;
    case ACTION_BACK:
        if (!save->asking)
            return 0;
        save->asking = false;
        return REPLY_DONE;
    default:
        return field_action(&save->fields[save->focus], action) ? REPLY_DONE : 0;
    }
}

static unsigned save_mouse(struct host *host, void *state, int x, int y, int button)
{
    struct save *save = state;
    struct rect inside = popup_inside(host->canvas, WIDTH, HEIGHT);
    int row = y - inside.y;
    if (button == 1 && rect_contains(inside, x, y) && row < FIELD_COUNT)
        save->focus = row;
    return REPLY_DONE;
}

static const struct hint save_hints[] = {
    {ACTION_LIST_ACCEPT, ACTION_NONE, "save", 1},
    {ACTION_LIST_TAB, ACTION_NONE, "name, note", 2},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

const struct view_ops view_save = {
    .contexts = CONTEXT_LIST,
    .popup = true,
    .state_size = sizeof(struct save),
    .open = save_open,
    .close = save_close,
    .draw = save_draw,
    .no_rows = "it is a form",
    .typing = view_typing,
    .text = save_text,
    .action = save_action,
    .mouse = save_mouse,
    .hints = save_hints,
    .n_hints = sizeof save_hints / sizeof *save_hints,
};
