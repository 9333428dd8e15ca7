/* What tests of the desk share: one with a small CarbonDIS run, settled and drawn. */
#ifndef WATTIF_TESTS_DESK_SUPPORT_H
#define WATTIF_TESTS_DESK_SUPPORT_H

#include "engine/base/text.h"
#include "tests/support/fixture.h"
#include "tests/support/sizes.h"
#include "tests/unit/tui/canvas_text.h"
#include "tui/desk/desk.h"

/* Over a catalogue, without a store. Curves of the focused knob come where they are asked for: behind every
 * frame they would be most of what a test takes. */
static inline void desk_open_over(struct desk *desk, const struct catalog *catalog,
                                  const struct scenario *scenario, int columns, int rows)
{
    struct desk_options options = {.catalog = catalog, .data_dir = ".", .scenario = scenario, .wake_fd = -1};
    options.display = (struct display_options){.glyphs = GLYPHS_BRAILLE, .no_ahead = true};
    must(desk_open(desk, &options, &err), &err);
    assert_true(desk_resize(desk, columns, rows, &err));
    desk_settle(desk);
}

static inline void desk_open_on(struct desk *desk, const struct scenario *scenario, int columns, int rows)
{
    desk_open_over(desk, fixture_catalog(), scenario, columns, rows);
}

static inline void desk_open_for_test(struct desk *desk, int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 20000, 700);
    desk_open_on(desk, &scenario, columns, rows);
}

/* The same as a new one, which DEFER(desk_leave) closes and frees. */
static inline struct desk *desk_over(const struct catalog *catalog, const struct scenario *scenario,
                                     int columns, int rows)
{
    struct desk *desk = malloc(sizeof *desk);
    assert_non_null(desk);
    desk_open_over(desk, catalog, scenario, columns, rows);
    return desk;
}

static inline struct desk *desk_on(const struct scenario *scenario, int columns, int rows)
{
    return desk_over(fixture_catalog(), scenario, columns, rows);
}

static inline struct desk *desk_for_test(int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 20000, 700);
    return desk_on(&scenario, columns, rows);
}

static inline void desk_leave(struct desk **desk)
{
    desk_close(*desk);
    free(*desk);
}

/* A test of a `desk`: FACT_AT(test_keys, desk_for_test(120, 40)). */
#define FACT_AT(name, opened) FACT_ABOUT(name, struct desk *, desk, opened, desk_leave, NULL, NULL)

static inline void desk_hold_thread(void *context, size_t index, struct job *job)
{
    (void)context, (void)index;
    while (job_breathe(job))
        nanosleep(&(struct timespec){.tv_nsec = NS_PER_MS}, NULL);
}

/* Nothing that is asked for from now on comes, until this is let go. */
static inline struct job *desk_hold(struct desk *desk)
{
    const struct job_work work = {.n = JOBS_THREADS_MAX, .item = desk_hold_thread};
    struct job *job = jobs_submit(desk->explorer->results.jobs, JOB_SHOWN, &work, &err);
    must(job, &err);
    return job;
}

static inline void desk_let_go(struct job *job)
{
    job_cancel(job);
    job_release(job);
}

/* An explorer alone, over the fixture's catalogue. */
static inline struct explorer *explorer_open_on(const struct scenario *scenario)
{
    struct explorer *explorer = explorer_create(fixture_catalog(), (struct shelf_behind){0}, scenario,
                                                (struct recorded){0}, -1, 0, &err);
    must(explorer, &err);
    return explorer;
}

static inline void explorer_leave(struct explorer **explorer)
{
    explorer_free(*explorer);
}

/* Actions, each with the frame after it, or (desk_does) to the end of what it starts; a key with a frame. */
#define desk_acts(desk, ...) desk_do_all(desk, (const int[]){__VA_ARGS__, -1}, false)
#define desk_does(desk, ...) desk_do_all(desk, (const int[]){__VA_ARGS__, -1}, true)
static inline void desk_do_all(struct desk *desk, const int *actions, bool settled)
{
    for (; *actions >= 0; actions++) {
        desk_action(desk, (enum action_id) * actions);
        settled ? desk_settle(desk) : desk_draw(desk);
    }
}

static inline void desk_strikes(struct desk *desk, uint32_t key)
{
    desk_key(desk, key);
    desk_draw(desk);
}

static inline void desk_type(struct desk *desk, const char *text)
{
    for (; *text; text++)
        desk_key(desk, (uint32_t)(unsigned char)*text);
    desk_draw(desk);
}

static inline bool desk_shows(const struct desk *desk, const char *part)
{
    DEFER(memory_leave) char *text = canvas_to_text(&desk->canvas);
    bool found = strstr(text, part) != NULL;
    return found;
}

/* Each of these is on the screen. */
#define assert_shows(desk, ...)                                                                              \
    desk_assert_shows(desk, (const char *const[]){__VA_ARGS__, NULL}, __FILE__, __LINE__)
static inline void desk_assert_shows(const struct desk *desk, const char *const *parts, const char *file,
                                     int line)
{
    DEFER(memory_leave) char *text = canvas_to_text(&desk->canvas);
    assert_parts(text, parts, file, line);
}

/* These commands, one after the other. */
#define desk_commands(desk, ...) desk_obey_all(desk, (const char *const[]){__VA_ARGS__, NULL})
static inline void desk_obey_all(struct desk *desk, const char *const *lines)
{
    for (; *lines; lines++)
        desk_command(desk, *lines);
}

/* The same to the end of what each starts. */
#define desk_obeys(desk, ...) desk_obey_settled(desk, (const char *const[]){__VA_ARGS__, NULL})
static inline void desk_obey_settled(struct desk *desk, const char *const *lines)
{
    for (; *lines; lines++) {
        desk_command(desk, *lines);
        desk_settle(desk);
    }
}

/* A view with these words, and all that it asks for. */
static inline void desk_opens(struct desk *desk, enum view_id view, const char *words)
{
    assert_true(desk_open_view(desk, view, words));
    desk_settle(desk);
}

/* A press of the mouse, or what else it does at this place, and the frame after it. */
static inline void desk_points(struct desk *desk, enum mouse_kind kind, int x, int y)
{
    desk_mouse(desk, (struct mouse_event){.kind = kind, .x = x, .y = y, .times = 1});
    desk_draw(desk);
}

/* The place of a row of a question that can be clicked, by its number. */
static inline struct mouse_event desk_choice(struct desk *desk, int step)
{
    desk_draw(desk);
    for (int at = 0; at < desk->canvas.w * desk->canvas.h; at++) {
        struct spot spot = canvas_spot_at(&desk->canvas, at % desk->canvas.w, at / desk->canvas.w);
        if (spot.kind == SPOT_CHOICE && spot.which == step)
            return (struct mouse_event){
                .kind = MOUSE_PRESS, .x = at % desk->canvas.w, .y = at / desk->canvas.w, .times = 1};
    }
    fail_msg("no row %d can be clicked", step);
    return (struct mouse_event){0};
}

/* "] enter C-u 'two words'": these keys and what is typed, each with the frame after it. desk_plays waits for
 * all that each of them starts. */
static inline unsigned desk_press_each(struct desk *desk, const char *keys, bool settled)
{
    unsigned result = 0;
    size_t n;
    for (const char *at = keys; *at; at += n, at += strspn(at, " ")) {
        char word[80];
        bool typed = *at == '\'';
        n = strcspn(at + typed, typed ? "'" : " ");
        text_print(word, sizeof word, "%.*s", (int)n, at + typed);
        assert_true(typed || key_parse(word) != 0);
        for (const char *letter = word; typed && *letter; letter++)
            result |= desk_key(desk, (uint32_t)(unsigned char)*letter);
        result |= typed ? 0 : desk_key(desk, key_parse(word));
        n += typed ? 2 : 0;
        settled ? desk_settle(desk) : desk_draw(desk);
    }
    return result;
}

static inline void desk_press(struct desk *desk, const char *keys)
{
    desk_press_each(desk, keys, false);
}

static inline unsigned desk_plays(struct desk *desk, const char *keys)
{
    return desk_press_each(desk, keys, true);
}

/* What CIT is turned to. */
static inline double desk_cit(const struct desk *desk)
{
    return explorer_value(desk->explorer, knob_of_run(KNOB_CIT)).number;
}

/* The question whose view is on top. */
static inline struct ask *desk_asked(struct desk *desk)
{
    desk_draw(desk);
    return desk_top_view(desk)->state; /* begins with it */
}

/* "route CARBONDIS ●": the words of a row, and its number among those with a step; NULL: there is none. */
static inline const struct account_row *desk_row(const struct ask *ask, size_t i, char words[200])
{
    const struct account_row *row = account_step(&ask->account, ask->section, i);
    words[0] = 0;
    for (size_t k = 0; row && row->cells && k < 3; k++)
        if (row->cells[k].kind == ACCOUNT_WORDS && *row->cells[k].shown)
            text_append(words, 200, "%s%s", *words ? " " : "", row->cells[k].shown);
    return row;
}

/* Chooses the row whose first words these are. */
static inline const struct account_row *desk_find_row(struct desk *desk, const char *begin)
{
    struct ask *ask = desk_asked(desk);
    char words[200];
    size_t n = strlen(begin);
    for (size_t i = 0; desk_row(ask, i, words); i++)
        if (strncmp(words, begin, n) == 0 && (!words[n] || words[n] == ' ')) {
            ask->step = i;
            desk_draw(desk);
            return account_step(&ask->account, ask->section, ask->step);
        }
    return NULL;
}

/* What is on the screen in this format; malloc'ed. `n` (or NULL): its bytes. */
static inline char *desk_export(const struct desk *desk, enum export_format format, size_t *n)
{
    struct account account;
    bool told = desk_tell(desk, &account);
    struct export_source source = {
        &desk->scene, &desk->theme, &desk->canvas, told ? &account : NULL, desk->store, NULL, {0}};
    size_t bytes;
    char *text = export_make(&source, format, n ? n : &bytes, &err);
    assert_non_null(text);
    account_free(&account);
    return text;
}

/* The next size of screen, in a set of glyphs that its neighbours do not have. */
static inline bool desk_next_size(struct desk *desk, struct sizes *at)
{
    if (!sizes_next(at))
        return false;
    desk->canvas.glyphs = (enum glyph_set)(GLYPHS_BRAILLE + sizes_choose(at, 3));
    assert_true(desk_resize(desk, at->columns, at->rows, NULL));
    return true;
}

/* Splits a row of plain CSV in place; returns how many cells it has. */
enum { CELLS_MAX = 80 };
static inline int row_cells(char *row, char **cells)
{
    int n = 0;
    for (char *at = row; at && n < CELLS_MAX;) {
        cells[n++] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
    }
    return n;
}

/* Which of these names this is; fails the test where there is none. */
static inline int row_column(char **names, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    fail_msg("no column %s", name);
    return -1;
}

/* The last n numbers of a row of CSV. */
static inline void last_cells(const char *row, double *cells, int n)
{
    const char *at = row + strlen(row);
    for (int k = n - 1; k >= 0; k--) {
        do
            at--;
        while (*at != ',');
        cells[k] = strtod(at + 1, NULL);
    }
}

/* A panel beside the others and in full size, on every size of screen. */
static inline void desk_draw_every_size(struct desk *desk, enum action_id panel)
{
    for (int full = 0; full < 2; full++) {
        desk_action(desk, panel);
        for (struct sizes at = {0}; desk_next_size(desk, &at);)
            desk_draw(desk);
        desk_action(desk, ACTION_PANEL_FULL);
    }
}

/* It has a place of its own on this screen, can be walked to, and is drawn at any size. */
static inline void desk_panel_has_its_place(struct desk *desk, enum region region, enum action_id panel)
{
    bool reached = false;
    assert_true(layout_has(&desk->scene.layout, region));
    for (int i = 0; i < 12; i++) {
        desk_action(desk, ACTION_PANEL_NEXT);
        reached = reached || desk->scene.focus == region;
    }
    assert_true(reached);
    desk_draw_every_size(desk, panel);
}

/* There is none on this screen: its key says why, and its columns are not exported. */
static inline void desk_panel_is_not_there(struct desk *desk, enum region region, const char *key,
                                           const char *why, const char *column)
{
    enum region focus = desk->scene.focus;
    assert_false(layout_has(&desk->scene.layout, region));
    desk_type(desk, key);
    assert_int_equal(desk->scene.focus, focus);
    assert_has(desk->message.text, why);
    DEFER(memory_leave) char *text = desk_export(desk, EXPORT_CSV, NULL);
    assert_null(strstr(text, column));
}

/* How much of a column of a plot is of this role, in eighths of a row. */
static inline int eighths_of(const struct canvas *canvas, int x, int y, int h, enum role role)
{
    int eighths = 0;
    for (int row = y; row < y + h; row++) {
        const struct cell *cell = canvas_at(canvas, x, row);
        int lower = cell->glyph >= 0x2581 && cell->glyph <= 0x2587 ? (int)(cell->glyph - 0x2580) : 8;
        eighths += (cell->fg == role ? lower : 0) + (cell->bg == role && lower < 8 ? 8 - lower : 0);
    }
    return eighths;
}

#endif
