/* How fast is the screen? On `carbondis-set1` at 200x60, processor time of one frame: the scene worked out,
 * the panels drawn on the canvas, the difference written for a terminal that takes it and throws it away.
 * With nothing changed, with the cursor on another instant each time, while a knob is turned, and with each
 * view open; and how many repeats of a held key that makes a second. Then what the store has to do with: a
 * saved run on the screen, four runs compared, ten thousand runs listed, sorted and filtered.
 *
 *   bench_frame [--repeats N]     exit 1 if a must is missed
 *   bench_frame --lenient N       N repeats, of all there is to wait for one; times are told, not judged
 *   bench_frame --runs            what the store has to do with, alone
 *   bench_frame --once [turn]     a hundred scrubbed frames, or of a knob that is turned, for a profiler */
#include "store/runs/saved_run.h"
#include "tests/bench/inputs.h"
#include "tests/bench/measure.h"
#include "tui/desk/desk.h"
#include "tui/term/painter.h"
#include "tui/board/board.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 200, ROWS = 60, MUST_MS = 4, MUST_KEYS = 60, WARM_UP = 10, CURVES = 5 };
static const double must_curve_s = 1.5, must_turn_ms = 50;

struct bench {
    struct inputs inputs;
    struct desk desk;
    struct painter painter;
    int repeats, faults;
    bool lenient;
    size_t bytes; /* of the last frame */
};

static void bench_slow(struct bench *bench, const char *what)
{
    bench->faults += !bench->lenient;
    printf(bench->lenient ? "slow: %s (told only: see --lenient)\n" : "FAILED: %s\n", what);
}

static void bench_open_on(struct bench *bench, const char *scenario)
{
    struct error error = {0};
    struct display_options display = {.glyphs = GLYPHS_BRAILLE};
    inputs_open(&bench->inputs, scenario);
    struct desk_options options = desk_options_for(bench->inputs.store, &bench->inputs.scenario, &display);
    if (!desk_open(&bench->desk, &options, &error) || !desk_resize(&bench->desk, COLUMNS, ROWS, &error))
        inputs_die(&error);
    painter_init(&bench->painter, (struct painter_traits){.bright = true});
    explorer_wait(bench->desk.explorer);
}

static void bench_close(struct bench *bench)
{
    painter_free(&bench->painter);
    desk_close(&bench->desk);
    inputs_close(&bench->inputs);
}

static void frame(struct bench *bench)
{
    desk_draw(&bench->desk);
    painter_draw(&bench->painter, &bench->desk.canvas, &bench->desk.theme, COLOR_256, &bench->bytes);
}

/* --- what changes from frame to frame --- */

static void change_nothing(struct bench *bench, int i)
{
    (void)bench;
    (void)i;
}

/* Another instant, as if the key were held and then held the other way. */
static void scrub(struct bench *bench, int i)
{
    desk_key(&bench->desk, i / 40 % 2 ? KEYCODE_LEFT : KEYCODE_RIGHT);
}

/* A turn is complete when it is drawn: the simulation is waited for, but on another thread. */
static void press(struct bench *bench, uint32_t key)
{
    desk_key(&bench->desk, key);
    job_wait(bench->desk.explorer->results.current->job);
    explorer_pump(bench->desk.explorer, false);
}

/* There and back to where the knob stood: the edit goes away, and the reference before it comes back. */
static void turn_back(struct bench *bench, int i)
{
    press(bench, i % 2 ? '-' : '+');
}

/* There and back between two values of an edit. */
static void turn(struct bench *bench, int i)
{
    if (i == 0)
        press(bench, '+');
    press(bench, i % 2 ? '-' : '+');
}

static void choose(struct bench *bench, int i)
{
    desk_action(&bench->desk, i % 2 ? ACTION_LIST_UP : ACTION_LIST_DOWN);
}

static struct spread measure_frames(struct bench *bench, void (*change)(struct bench *, int))
{
    double ms[REPEATS_MAX];
    int warm_up = bench->lenient ? 1 : WARM_UP;
    frame(bench);
    for (int i = -warm_up; i < bench->repeats; i++) {
        double start_s = measure_now_s();
        change(bench, i + warm_up);
        frame(bench);
        if (i >= 0)
            ms[i] = (measure_now_s() - start_s) * 1e3;
    }
    return measure_spread(ms, (size_t)bench->repeats);
}

static void print_frame(struct bench *bench, const char *what, struct spread ms)
{
    printf("  %-44s %6.2f  (%.2f .. %.2f)  must stay below %d\n", what, ms.median, ms.low, ms.high, MUST_MS);
    if (ms.median >= MUST_MS)
        bench_slow(bench, what);
}

/* Where the time of a scrubbed frame goes. */
static void bench_parts(struct bench *bench)
{
    double ms[3][REPEATS_MAX];
    static const char *const names[] = {"of that: working out the scene", "drawing the panels",
                                        "writing for the terminal"};
    struct desk *desk = &bench->desk;
    for (int i = 0; i < bench->repeats; i++) {
        scrub(bench, i);
        double s[4];
        s[0] = measure_now_s();
        scene_update(&desk->scene, desk->explorer, desk->canvas.w, desk->canvas.h);
        s[1] = measure_now_s();
        board_draw(&desk->scene, &desk->canvas);
        s[2] = measure_now_s();
        painter_draw(&bench->painter, &desk->canvas, &desk->theme, COLOR_256, &bench->bytes);
        s[3] = measure_now_s();
        for (int part = 0; part < 3; part++)
            ms[part][i] = (s[part + 1] - s[part]) * 1e3;
    }
    for (int part = 0; part < 3; part++) {
        struct spread spread = measure_spread(ms[part], (size_t)bench->repeats);
        printf("    %-42s %6.2f  (%.2f .. %.2f)\n", names[part], spread.median, spread.low, spread.high);
    }
}

static void bench_views(struct bench *bench)
{
    for (int id = 0; id < VIEW_COUNT; id++) {
        char what[64];
        if (!desk_open_view(&bench->desk, (enum view_id)id, ""))
            continue; /* there is nothing to show in it */
        snprintf(what, sizeof what, "choosing in the view `%s`", view_names[id].name);
        print_frame(bench, what, measure_frames(bench, choose));
        while (desk_top_view(&bench->desk))
            desk_close_view(&bench->desk);
    }
}

/* --- saved runs --- */

enum { MANY_RUNS = 10000, OPEN_MUST_MS = 100, COMPARE_MUST_MS = 10, LIST_MUST_MS = 50 };
static const char saved[] = "bench";

static void print_once(struct bench *bench, const char *what, double start_s, int must_ms)
{
    double ms = (measure_now_s() - start_s) * 1e3;
    printf("  %-44s %6.2f  must stay below %d\n", what, ms, must_ms);
    if (ms >= must_ms)
        bench_slow(bench, what);
}

static void bench_saved_run(struct bench *bench)
{
    struct explorer *explorer = bench->desk.explorer;
    struct error error = {0};
    if (!store_save_run(bench->inputs.store, saved, "", &explorer->document.scenario,
                        explorer->results.current->recording, false, &error))
        inputs_die(&error);
    double start_s = measure_now_s();
    explorer_open_word(explorer, bench->inputs.store, saved, &bench->desk.message);
    frame(bench);
    print_once(bench, "a saved run opened and drawn", start_s, OPEN_MUST_MS);
    explorer_wait(explorer);
}

static void step_time(struct bench *bench, int i)
{
    desk_action(&bench->desk, i / 40 % 2 ? ACTION_LIST_LEFT : ACTION_LIST_RIGHT);
}

static void bench_compare(struct bench *bench)
{
    char words[4 * sizeof saved + 4];
    snprintf(words, sizeof words, "%s\n%s\n%s\n%s", saved, saved, saved, saved);
    if (!desk_open_view(&bench->desk, VIEW_COMPARE, words)) {
        bench_slow(bench, bench->desk.message.text);
        return;
    }
    explorer_wait(bench->desk.explorer);
    struct spread ms = measure_frames(bench, step_time);
    printf("  %-44s %6.2f  (%.2f .. %.2f)  must stay below %d\n", "four runs compared, another instant",
           ms.median, ms.low, ms.high, COMPARE_MUST_MS);
    if (ms.median >= COMPARE_MUST_MS)
        bench_slow(bench, "compare");
    desk_close_view(&bench->desk);
}

/* The run's own row and what it was made with, so often, each sealed: what a list reads. */
static void fill_store(struct bench *bench)
{
    static const char sql[] =
        "CREATE TEMP TABLE one AS SELECT * FROM run; UPDATE one SET id = NULL;"
        "CREATE TEMP TABLE step (i INTEGER);"
        "CREATE TEMP TRIGGER copy AFTER INSERT ON step BEGIN"
        " UPDATE one SET name = 'run ' || (7919 * new.i % 10007); INSERT INTO run SELECT * FROM one; "
        "END;"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
        " INSERT INTO step SELECT i FROM n;"
        "INSERT INTO run_input SELECT run.id, kind, run_input.name, hash FROM run, run_input"
        " WHERE run_id = 1 AND run.id > 1";
    struct error error = {0};
    sqlite3 *db = NULL;
    bool good = sqlite3_open(store_path(bench->inputs.store), &db) == SQLITE_OK &&
                database_begin(db, &error) && database_exec(db, sql, &error);
    for (int64_t id = 1; good && id <= MANY_RUNS + 1; id++)
        good = run_seal_keep(db, id, &error);
    if (!database_end(db, good, &error))
        inputs_die(&error);
    sqlite3_close(db);
}

/* What the library tells of a thing beside its content: which runs were made with it, too. */
static void bench_facts(struct bench *bench)
{
    struct store_facts facts = {0};
    struct error error = {0};
    double start_s = measure_now_s();
    if (!store_item_facts(bench->inputs.store, STORE_TRACE, bench->inputs.scenario.trace, &facts, &error))
        inputs_die(&error);
    print_once(bench, "what 10,000 runs were made with counted", start_s, LIST_MUST_MS);
    if (facts.runs != MANY_RUNS + 1)
        bench_slow(bench, "not all runs are counted");
}

static void bench_list(struct bench *bench)
{
    struct desk *desk = &bench->desk;
    fill_store(bench);
    desk_settle(desk); /* what earlier pieces asked for is theirs */
    double start_s = measure_now_s();
    desk_open_view(desk, VIEW_RUNS, "");
    frame(bench);
    print_once(bench, "10,000 saved runs listed", start_s, LIST_MUST_MS);
    start_s = measure_now_s();
    desk_action(desk, ACTION_RUNS_SORT);
    frame(bench);
    print_once(bench, "10,000 saved runs sorted", start_s, LIST_MUST_MS);
    desk_action(desk, ACTION_LIST_FILTER);
    start_s = measure_now_s();
    desk_key(desk, '7');
    frame(bench);
    print_once(bench, "10,000 saved runs filtered", start_s, LIST_MUST_MS);
    bench_facts(bench);
    while (desk_top_view(desk))
        desk_close_view(desk);
}

/* --- where a knob leads --- */

/* Another load than any before, so that nothing is known of it; its run is there. */
static void forget_all(struct bench *bench, int i)
{
    struct explorer *explorer = bench->desk.explorer;
    struct knob_value load = {.number = 1 + 0.001 * (i + 1)};
    char note[160];
    explorer_want_response(explorer, RESPONSE_UNWANTED);
    explorer_set_initial(explorer, knob_of_run(KNOB_LOAD), &load, note, NULL);
    explorer_wait(explorer);
}

/* From when it is wanted until every value of CIT is known. */
static double curve_s(struct bench *bench, int i)
{
    struct explorer *explorer = bench->desk.explorer;
    forget_all(bench, i);
    double start_s = measure_wall_s();
    explorer_want_response(explorer, RESPONSE_ASKED);
    explorer_wait(explorer);
    const struct response *response = explorer_response(explorer);
    if (!response || !response_is_whole(response))
        bench_slow(bench, "the response curve is not whole");
    return measure_wall_s() - start_s;
}

/* A turn while the curve of another load is filling in: until the run that is shown has finished. */
static double turn_s(struct bench *bench, int i)
{
    struct explorer *explorer = bench->desk.explorer;
    forget_all(bench, CURVES + i);
    explorer_want_response(explorer, RESPONSE_ASKED);
    explorer_pump(explorer, true);
    double start_s = measure_wall_s();
    press(bench, i % 2 ? '-' : '+');
    return measure_wall_s() - start_s;
}

static void bench_response(struct bench *bench)
{
    double curves[CURVES], turns[CURVES];
    int n = bench->lenient ? 1 : CURVES;
    explorer_favour(bench->desk.explorer, knob_of_run(KNOB_CIT));
    explorer_act_from_start(bench->desk.explorer, true);
    for (int i = 0; i < n; i++) {
        curves[i] = curve_s(bench, i);
        turns[i] = turn_s(bench, i) * 1e3;
    }
    struct spread curve = measure_spread(curves, (size_t)n), turn = measure_spread(turns, (size_t)n);
    printf("\nwhere CIT leads, seconds and ms on the clock, median of %d\n", n);
    printf("  %-44s %6.2f  (%.2f .. %.2f)  must stay below %.1f\n", "the response curve, every value",
           curve.median, curve.low, curve.high, must_curve_s);
    printf("  %-44s %6.1f  (%.1f .. %.1f)  must stay below %.0f\n",
           "a turn meanwhile, until its run is there", turn.median, turn.low, turn.high, must_turn_ms);
    if (curve.median >= must_curve_s)
        bench_slow(bench, "the response curve");
    if (turn.median >= must_turn_ms)
        bench_slow(bench, "a turn while the response curve fills in");
}

/* --- reports --- */

enum { REPORT_MUST_MS = 300 };

/* What `x` writes of a run that is there: the whole page. */
static void bench_report(struct bench *bench, const char *scenario)
{
    struct bench own = {.repeats = bench->repeats, .lenient = bench->lenient};
    char what[64];
    size_t n;
    bench_open_on(&own, scenario);
    desk_draw(&own.desk);
    struct export_source source = {.scene = &own.desk.scene,
                                   .theme = &own.desk.theme,
                                   .frame = &own.desk.canvas,
                                   .store = own.inputs.store};
    double start_s = measure_now_s();
    struct error error;
    char *page = export_make(&source, EXPORT_HTML, &n, &error);
    snprintf(what, sizeof what, "a report of %s, %.1f MB", scenario, page ? (double)n / 1e6 : 0);
    print_once(&own, what, start_s, REPORT_MUST_MS);
    free(page);
    bench_close(&own);
    bench->faults += own.faults;
}

static void bench_all(struct bench *bench)
{
    printf("\na frame of the dashboard at %dx%d, ms of processor time, median of %d\n", COLUMNS, ROWS,
           bench->repeats);
    print_frame(bench, "nothing changed", measure_frames(bench, change_nothing));
    struct spread scrubbed = measure_frames(bench, scrub);
    print_frame(bench, "the cursor on another instant", scrubbed);
    bench_parts(bench);
    print_frame(bench, "a knob turned, and back to where it stood", measure_frames(bench, turn_back));
    print_frame(bench, "a knob turned", measure_frames(bench, turn));
    bench_views(bench);
    double keys = 1e3 / scrubbed.median;
    printf("  %-44s %6.0f  must stay above %d\n", "repeats of a scrub key, one a frame, a second", keys,
           MUST_KEYS);
    if (keys <= MUST_KEYS)
        bench_slow(bench, "scrubbing");
    bench_response(bench);
    bench_saved_run(bench);
    bench_compare(bench);
    bench_list(bench);
    bench_report(bench, "carbondis-set1");
    bench_report(bench, "tests/bench/all-five-2.json");
}

int main(int argc, char **argv)
{
    static struct bench bench = {.repeats = 41};
    const char *option = argc > 1 ? argv[1] : "";
    memory_keep_freed(); /* as the program does */
    bench_open_on(&bench, "carbondis-set1");
    bench.lenient = strcmp(option, "--lenient") == 0;
    if (argc > 2 && (bench.lenient || strcmp(option, "--repeats") == 0)) {
        bench.repeats = inputs_repeats(argv[2]);
    }
    if (strcmp(option, "--runs") == 0) {
        bench_saved_run(&bench);
        bench_list(&bench);
    } else if (strcmp(option, "--once") == 0) {
        bench.repeats = 100;
        measure_frames(&bench, argc > 2 && strcmp(argv[2], "turn") == 0 ? turn : scrub);
    } else {
        bench_all(&bench);
    }
    bench_close(&bench);
    return bench.faults > 0;
}
