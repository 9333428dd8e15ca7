/* What the tests of the pickers share: a library store, a half-hourly trace, desks that are opened on them
 * and driven by keys, and the outlook held against what the engine records. Header only, included once by
 * each test. */
#ifndef WATTIF_TESTS_PICKER_SUPPORT_H
#define WATTIF_TESTS_PICKER_SUPPORT_H

#include "engine/base/civil.h"
#include "tests/support/simulate.h"
#include "tests/unit/store/store_support.h"
#include "tests/unit/tui/desk_support.h"
#include "tui/words/facts.h"

enum { HOUR_S = 3600, DAY_S = 86400, HALF_N = 2 * 24 * 40 };

static const char *const zones[] = {"us-cal-ciso-2022-direct", "gb-2022-lca", "au-nsw-2022-direct",
                                    "se-2022-lca"};
enum { ZONES = sizeof zones / sizeof *zones };

/* --- a catalogue with a half-hourly trace: forty days over a change of clocks, with gaps --- */

static double half_samples[HALF_N];
static struct utc_offset half_offsets[] = {{0, 3600}, {1648342800, 7200}}; /* 2022-03-27T01:00Z */
static struct carbon_trace half = {.name = "half",
                                   .title = "Half hours",
                                   .start_s = 1646092800, /* 2022-03-01 */
                                   .step_s = 1800,
                                   .n = HALF_N,
                                   .samples = half_samples,
                                   .n_offsets = 2,
                                   .offsets = half_offsets};

static inline const struct carbon_trace *find_trace(void *context, const char *name, struct error *error)
{
    const struct catalog *other = context;
    return strcmp(name, half.name) == 0 ? &half : other->trace(other->context, name, error);
}

static inline const struct catalog *half_catalog(void)
{
    static struct catalog catalog, behind;
    catalog = behind = *fixture_catalog();
    catalog.context = &behind;
    catalog.trace = find_trace;
    half.missing = 0;
    for (int k = 0; k < HALF_N; k++) {
        bool gap = (k >= 100 && k < 103) || k == 500 || (k >= 960 && k < 1008);
        half_samples[k] = gap ? (double)NAN : 100 + 50 * random_unit(7, (uint64_t)k) + (k % 48 < 24 ? 0 : 60);
        half.missing += gap ? 1 : 0;
    }
    return &catalog;
}

/* --- opening --- */

static struct store *store;

static inline void open_with(struct desk *desk, const struct desk_options *options, int columns, int rows)
{
    must(desk_open(desk, options, &err), &err);
    assert_true(desk_resize(desk, columns, rows, &err));
    explorer_wait(desk->explorer);
    desk_draw(desk);
}

static inline struct desk *fixture_desk(const char *trace, int64_t start_s)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 20000, 700);
    snprintf(scenario.trace, sizeof scenario.trace, "%s", trace);
    scenario.start_s = start_s;
    return desk_over(half_catalog(), &scenario, 120, 40);
}

static inline void open_library(struct desk *desk, const char *name)
{
    struct display_options display = {.glyphs = GLYPHS_BRAILLE, .no_ahead = true};
    DEFER(scenario_free) struct scenario scenario = preset(store, name);
    struct desk_options options = desk_options_for(store, &scenario, &display);
    open_with(desk, &options, 120, 40);
    desk_settle(desk);
}

static inline struct desk *library_desk(const char *name)
{
    struct desk *desk = malloc(sizeof *desk);
    assert_non_null(desk);
    open_library(desk, name);
    return desk;
}

static inline const struct carbon_trace *library_trace(const char *name)
{
    const struct catalog *catalog = store_catalog(store);
    const struct carbon_trace *trace = catalog->trace(catalog->context, name, &err);
    assert_non_null(trace);
    return trace;
}

/* --- the outlook against the engine --- */

/* Of the run on the screen. */
static inline void check_outlook(struct desk *desk)
{
    const struct scenario *scenario = &desk->explorer->document.scenario;
    const struct result *current = desk->explorer->results.current;
    struct outlook outlook;
    outlook_check(current->model, scenario, current->recording, &outlook);
    assert_true(fabs((double)current->recording->run[COLUMN_INTENSITY][0] - outlook.ci) < 1e-3 * outlook.ci ||
                scenario->number[KNOB_CI_SCALE] != 1);
}

static inline void take_start(struct desk *desk, int64_t start_s)
{
    char line[64], when[24];
    civil_format(start_s, when, sizeof when);
    snprintf(line, sizeof line, "set start %s", when);
    desk_command(desk, line);
    explorer_wait(desk->explorer);
    assert_true(desk->explorer->document.scenario.start_s == start_s);
}

static inline int open_store(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    store = fresh_store("pickers.db");
    return 0;
}

static inline int close_store(void **state)
{
    store_close(store);
    return remove_folder(state);
}

#endif
