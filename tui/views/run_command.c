/* The run as a command: the `wattif run` line that simulates what is shown, and the `wattif screen` line that
 * draws this frame; over a view of a sweep first the `wattif sweep` line that repeats its grid. The scenario
 * is named as the user named it, and what has changed since is told by options; the name is looked up again
 * here, so the line is right even where the file behind it has changed meanwhile. It is no popup: lines
 * without a frame can be copied from the screen. */
#include "tui/views/view.h"

#include "engine/base/text.h"
#include "engine/explore/sweep_sum.h"
#include "tui/explorer/sweeping.h"
#include "tui/words/difference.h"
#include "tui/widgets/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run_command {
    const struct sweep *of;                   /* what the view that it was opened over shows, or NULL */
    struct run_line run, frame, sweep;        /* owned; a sweep that no options say has no line */
    char *run_text, *frame_text, *sweep_text; /* owned; broken for the width of the canvas */
    char fault[600];                          /* why there is no such line, or "" */
    char note[300];                           /* on what the line rests, or "" */
    char opens[240];    /* in what that frame differs from the one on the screen, or "" */
    int scroll, height; /* rows; of all there is to show */
};

/* --- the scenario that a word names --- */

struct named {
    struct scenario scenario;
    bool run;     /* a saved run */
    bool changed; /* with inputs that the library now has other versions of */
};

static bool load_run(struct store *store, const char *word, struct named *named)
{
    struct error ignored = {0};
    struct saved_run *run = store_load_run(store, word, &ignored);
    named->run = run && scenario_copy(&named->scenario, &run->scenario);
    named->changed = run && run->n_changed > 0;
    saved_run_free(run);
    return named->run;
}

/* As the command line would: a path, a saved run, a scenario of the library; the inputs that are pinned stay
 * pinned. Without a store nothing can be looked up, and the scenario as it was opened stands for the word. */
static bool load_named(const struct host *host, const char *word, struct named *named, struct error *error)
{
    char run_name[64];
    size_t n = strlen(word);
    *named = (struct named){0};
    if (!host->store)
        return scenario_copy(&named->scenario, explorer_opened(host->explorer));
    bool file = n > 5 && (strcmp(word + n - 5, ".json") == 0 || strcmp(word + n - 5, ".html") == 0);
    if (strchr(word, '/') || file) {
        struct faults *faults = needed(calloc(1, sizeof *faults));
        bool ok = store_resolve_scenario(host->store, word, &named->scenario, run_name, faults, error);
        free(faults);
        return ok;
    }
    return load_run(host->store, word, named) ||
           store_load_scenario(host->store, word, &named->scenario, error);
}

/* --- the lines --- */

static bool start_line(const struct host *host, struct run_line *line, const char *command, const char *word)
{
    const struct origin *origin = &host->origin;
    char path[SOURCE_SIZE + 2];
    snprintf(path, sizeof path, "%s%s", *word == '-' ? "./" : "", word);
    return run_line_add(line, "", "wattif") && (!origin->db || run_line_add(line, "--db", origin->db)) &&
           (!origin->data || run_line_add(line, "--data", origin->data)) && run_line_add(line, "", command) &&
           run_line_add(line, "", path);
}

static bool add_frame(const struct host *host, struct run_line *line)
{
    char size[32], cursor[32];
    enum glyph_set glyphs = host->canvas->glyphs;
    snprintf(size, sizeof size, "%dx%d", host->canvas->w, host->canvas->h);
    int64_t at_ns = host->explorer->time.cursor_ns, end_ns = host->explorer->time.horizon_ns;
    run_line_time(at_ns < end_ns ? at_ns : end_ns, cursor, sizeof cursor);
    return run_line_add(line, "--size", size) && run_line_add(line, "--cursor", cursor) &&
           (strcmp(host->theme->name, "default") == 0 || run_line_add(line, "--theme", host->theme->name)) &&
           (glyphs == GLYPHS_BRAILLE || run_line_add(line, "--glyphs", glyph_set_names[glyphs]));
}

/* "--vary cit=0.8,1 --replicate 3" behind what leads to its scenario. */
static bool add_sweep(struct run_line *line, const struct scenario *named, const struct sweep *sweep,
                      struct error *error)
{
    char seeds[24];
    bool ok = run_line_add_changes(line, named, &sweep->base, error);
    for (size_t a = 0; ok && a < sweep->n_axes; a++) {
        char *axis = sweep_axis_text(&sweep->axes[a]);
        ok = axis && run_line_add(line, "--vary", axis);
        free(axis);
    }
    snprintf(seeds, sizeof seeds, "%zu", sweep->replicates);
    return ok && run_line_add(line, "--replicate", seeds);
}

/* All lines from this word; false with what stands in the way. */
static bool try_word(const struct host *host, struct run_command *view, const char *word, struct error *error)
{
    struct named named;
    struct error unsaid = {0};
    const struct scenario *scenario = &host->explorer->document.scenario;
    run_line_free(&view->run);
    run_line_free(&view->frame);
    run_line_free(&view->sweep);
    view->note[0] = 0;
    if (!load_named(host, word, &named, error))
        return false;
    bool ok = (start_line(host, &view->run, "run", word) && start_line(host, &view->frame, "screen", word)) ||
              error_set(error, ERROR_INPUT, NULL, "its name is too long for a line");
    ok = ok && run_line_add_changes(&view->run, &named.scenario, scenario, error) &&
         run_line_add_changes(&view->frame, &named.scenario, scenario, error) &&
         add_frame(host, &view->frame);
    if (view->of && !(start_line(host, &view->sweep, "sweep", word) &&
                      add_sweep(&view->sweep, &named.scenario, view->of, &unsaid)))
        run_line_free(&view->sweep);
    if (named.run)
        text_print(view->note, sizeof view->note,
                   "%s is a saved run of this store%s. Elsewhere, take it along with `wattif export run %s`.",
                   word, named.changed ? "; it keeps the inputs that it was made with" : "", word);
    scenario_free(&named.scenario);
    return ok;
}

/* The word that the user gave; where options cannot lead from there, the library's scenario of that name. */
static void make_lines(const struct host *host, struct run_command *view)
{
    struct error error = {0}, second = {0};
    const struct explorer *explorer = host->explorer;
    const char *word = explorer_source(explorer), *name = explorer->document.scenario.name;
    word = *word ? word : name;
    if (try_word(host, view, word, &error))
        return;
    bool pinned = strstr(view->note, "it keeps the inputs") != NULL;
    if (strcmp(word, name) != 0 && !pinned && try_word(host, view, name, &second))
        return;
    run_line_free(&view->run);
    run_line_free(&view->frame);
    view->note[0] = 0;
    text_print(view->fault, sizeof view->fault, "No options lead from %s to this run: %s.", word,
               error.message);
}

static void send_to_clipboard(struct host *host, const struct run_line *line)
{
    char *text = run_line_text(line, 0);
    size_t n = text ? strlen(text) : 0;
    if (n > 0 && host_copy(host, text)) {
        message_say(host->message, false, "sent to the terminal's clipboard; Esc leaves");
    } else if (n > 0) {
        message_say(host->message, false, "too long for the clipboard (%zu bytes): copy it from the screen",
                    n);
    }
    free(text);
}

/* --- the view --- */

static bool run_command_open(struct host *host, void *state, const char *argument, struct error *error)
{
    struct run_command *view = state;
    (void)argument;
    (void)error;
    const struct sweep_values *values = explorer_sweep(host->explorer);
    view->of = values && strcmp(host->shown, view_names[VIEW_FRONTIER].name) == 0 ? values->sweep : NULL;
    make_lines(host, view);
    /* A frame is that of a dashboard just opened: says so where the screen shows it otherwise. */
    const struct explorer *explorer = host->explorer;
    struct baseline baseline;
    bool held = scenario_baseline(&explorer->document.scenario, &baseline);
    enum reference_kind usual = held ? REFERENCE_BASELINE : REFERENCE_NONE;
    bool same = explorer->time.from_ns == explorer->time.to_ns && !explorer->time.utc &&
                !explorer->results.ghost_hidden && explorer->results.reference == usual &&
                explorer->document.history.done == 0;
    if (!same)
        text_print(
            view->opens, sizeof view->opens,
            "It shows the whole run in local time%s%s, as if just opened: zoom, clock, reference and last change of now are not part of it.",
            held ? ", held against " : "", held ? baseline.title : "");
    if (view->sweep.n > 0)
        send_to_clipboard(host, &view->sweep);
    else if (view->run.n > 0)
        send_to_clipboard(host, &view->run);
    return true;
}

static void run_command_close(struct host *host, void *state)
{
    struct run_command *view = state;
    (void)host;
    run_line_free(&view->run);
    run_line_free(&view->frame);
    run_line_free(&view->sweep);
    free(view->run_text);
    free(view->frame_text);
    free(view->sweep_text);
}

/* A page being laid out: rows from `y` on, of which those within the canvas are drawn. With canvas NULL it is
 * only measured. */
struct command_page {
    struct canvas *canvas;
    int w, y, top, bottom;
};

static void put_row(struct command_page *page, struct style style, const char *text, size_t n)
{
    char row[1024];
    n = n < sizeof row ? n : sizeof row - 1;
    memcpy(row, text, n);
    row[n] = 0;
    if (page->canvas && page->y >= page->top && page->y < page->bottom)
        canvas_text(page->canvas, 0, page->y, page->w, style, row);
    page->y++;
}

/* The lines of a command from column 0 on, as they are to be copied. */
static void put_command(struct command_page *page, const char *text)
{
    while (text && *text) {
        size_t n = strcspn(text, "\n");
        put_row(page, style_of(ROLE_TITLE), text, n);
        text += text[n] ? n + 1 : n;
    }
    page->y++;
}

static void put_text(struct command_page *page, enum role role, const char *text)
{
    struct canvas scratch, *canvas = page->canvas;
    struct rect rect = {1, page->y, page->w - 2, 64};
    if (rect.w < 1 || !*text)
        return;
    if (canvas) {
        canvas_clip(canvas, (struct rect){0, page->top, page->w, page->bottom - page->top});
        page->y += part_wrap(canvas, rect, style_of(role), text);
        canvas_unclip(canvas);
    } else if (canvas_init(&scratch, 1, 1, GLYPHS_ASCII)) {
        page->y += part_wrap(&scratch, rect, style_of(role), text);
        canvas_free(&scratch);
    }
}

static void put_page(struct command_page *page, const struct run_command *view)
{
    if (view->sweep_text) {
        /* Its grid: what was tried beside it follows from what that came to, and is no option. */
        char text[240];
        size_t added = view->of->n_added;
        text_print(text, sizeof text, "This runs the sweep and prints what it comes to, %zu runs%s:",
                   sweep_grid(view->of) * view->of->replicates,
                   added > 0 ? ", without the settings that were tried near the front" : "");
        put_text(page, ROLE_DIM, text);
        put_command(page, view->sweep_text);
    }
    if (*view->fault) {
        put_text(page, ROLE_TITLE, view->fault);
        page->y++;
        put_text(
            page, ROLE_TEXT,
            "Save it under a name (s): `wattif run NAME` then repeats it byte for byte, and `wattif export run NAME --format json` writes it out, scenario and result.");
        return;
    }
    put_text(page, ROLE_DIM,
             "This simulates what is shown and prints the report, byte for byte the same each time:");
    put_command(page, view->run_text);
    put_text(
        page, ROLE_DIM,
        "Behind it: --format json for every number, --replicate 10 for how sure they are, --check for exit status 1 where an SLO is missed, --save NAME to keep it.");
    page->y++;
    put_text(page, ROLE_DIM, view->note);
    page->y += *view->note != 0;
    put_text(page, ROLE_DIM, "This draws the dashboard at this cursor, as text (--format ansi, svg):");
    put_command(page, view->frame_text);
    put_text(page, ROLE_DIM, view->opens);
}

/* Breaks the lines for this width, and finds how far the page can be scrolled. */
static void run_command_update(struct host *host, void *state)
{
    struct run_command *view = state;
    struct command_page page = {.w = host->canvas->w};
    free(view->run_text);
    free(view->frame_text);
    free(view->sweep_text);
    view->sweep_text = view->sweep.n > 0 ? run_line_text(&view->sweep, host->canvas->w) : NULL;
    view->run_text = view->run.n > 0 ? run_line_text(&view->run, host->canvas->w) : NULL;
    view->frame_text = view->frame.n > 0 ? run_line_text(&view->frame, host->canvas->w) : NULL;
    put_page(&page, view);
    view->height = page.y;
    int most = view->height - (host->canvas->h - 3);
    view->scroll = view->scroll > most ? most : view->scroll;
    view->scroll = view->scroll < 0 ? 0 : view->scroll;
}

static void run_command_draw(const struct host *host, const void *state, struct canvas *canvas)
{
    const struct run_command *view = state;
    struct style bar = style_on(style_of(ROLE_TEXT), ROLE_BAR);
    int x = 1, end = canvas->w;
    (void)host;
    canvas_fill(canvas, (struct rect){0, 0, canvas->w, 1}, ' ', bar);
    part_span(canvas, &x, end, 0, style_on(style_bold(ROLE_TITLE), ROLE_BAR),
              "wattif  This run as a command  ");
    part_span(canvas, &x, end, 0, style_on(style_of(ROLE_DIM), ROLE_BAR),
              host->explorer->document.scenario.name);
    struct command_page page = {
        .canvas = canvas, .w = canvas->w, .y = 2 - view->scroll, .top = 2, .bottom = canvas->h - 1};
    put_page(&page, view);
}

static unsigned run_command_action(struct host *host, void *state, enum action_id action)
{
    struct run_command *view = state;
    int page = host->canvas->h > 4 ? host->canvas->h - 4 : 1;
    int step = action == ACTION_LIST_DOWN        ? 1
               : action == ACTION_LIST_UP        ? -1
               : action == ACTION_LIST_PAGE_DOWN ? page
               : action == ACTION_LIST_PAGE_UP   ? -page
               : action == ACTION_LIST_LAST      ? view->height
               : action == ACTION_LIST_FIRST     ? -view->height
                                                 : 0;
    if (action == ACTION_LIST_ACCEPT)
        return REPLY_DONE | REPLY_CLOSE;
    if (!step)
        return 0;
    view->scroll += step; /* kept within the page by update */
    return REPLY_DONE;
}

static unsigned run_command_mouse(struct host *host, void *state, int x, int y, int button)
{
    (void)x;
    (void)y;
    if (button == 4 || button == 5)
        return run_command_action(host, state, button == 4 ? ACTION_LIST_UP : ACTION_LIST_DOWN);
    return 0;
}

static const struct hint run_command_hints[] = {
    {ACTION_LIST_ACCEPT, ACTION_NONE, "close", 0},
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "scroll", 1},
    {ACTION_SAVE, ACTION_NONE, "save the run", 2},
    {ACTION_BACK, ACTION_NONE, "back", 0},
};

const struct view_ops view_run_command = {
    .contexts = CONTEXT_LIST,
    .state_size = sizeof(struct run_command),
    .open = run_command_open,
    .close = run_command_close,
    .update = run_command_update,
    .draw = run_command_draw,
    .no_rows = "it is a command to copy",
    .action = run_command_action,
    .mouse = run_command_mouse,
    .hints = run_command_hints,
    .n_hints = sizeof run_command_hints / sizeof *run_command_hints,
};
