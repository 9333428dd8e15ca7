/* Time: from the whole run down to hundredths of a second, and back. Labels of the axis are read as a user
 * does and must stand where their time is; steps land on the clock; jumps land on the miss. */
#include "tests/support/slow_build.h"
#include "tests/unit/tui/desk_support.h"
#include "tui/words/format.h"
#include "tui/term/text.h"

/* --- a trace with a zone of its own --- */

struct zone {
    struct catalog catalog;
    struct carbon_trace trace;
    struct utc_offset offsets[2];
};

static const struct carbon_trace *find_zoned(void *context, const char *name, struct error *error)
{
    return &((struct zone *)context)->trace;
}

/* "steps", in a zone whose clock goes from one offset to another at `at_s`. */
static void zone_make(struct zone *zone, int32_t before_s, int32_t after_s, int64_t at_s)
{
    zone->catalog = *fixture_catalog();
    zone->trace = *zone->catalog.trace(NULL, "steps", NULL);
    zone->offsets[0] = (struct utc_offset){zone->trace.start_s, before_s};
    zone->offsets[1] = (struct utc_offset){at_s, after_s};
    zone->trace.offsets = zone->offsets;
    zone->trace.n_offsets = 2;
    zone->catalog.context = zone;
    zone->catalog.trace = find_zoned;
}

/* Forty hours, over a midnight or two of a zone nine and a half hours ahead. */
static struct desk *open_days(int columns, int rows)
{
    static struct zone zone;
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 60000, 700);
    zone_make(&zone, 34200, 34200, scenario.start_s);
    scenario.hours = 40;
    return desk_over(&zone.catalog, &scenario, columns, rows);
}

/* A run that misses its SLO now and then. */
static struct desk *open_missing(void)
{
    static struct zone zone;
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 20000, 700);
    zone_make(&zone, 0, 0, scenario.start_s);
    scenario.apps[1].slo_ms = 20;
    return desk_over(&zone.catalog, &scenario, 120, 40);
}

/* --- clocks --- */

FACT(test_clock)
{
    static const struct {
        int64_t step_ns;
        int digits;
        const char *text;
    } cases[] = {{60 * NS_PER_S, -1, "23:59"},       {60 * NS_PER_S - 1, 0, "23:59:59"},
                 {NS_PER_S, 0, "23:59:59"},          {NS_PER_S - 1, 1, "23:59:59.9"},
                 {100 * NS_PER_MS, 1, "23:59:59.9"}, {99 * NS_PER_MS, 2, "23:59:59.98"},
                 {9 * NS_PER_MS, 3, "23:59:59.987"}, {1, 3, "23:59:59.987"}};
    int64_t start_s = 1642111200,
            t_ns = 6 * NS_PER_HOUR - 12 * NS_PER_MS - NS_PER_MS / 2; /* from 22:00 UTC */
    char text[FORMAT_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(clock_digits(cases[i].step_ns), cases[i].digits);
        assert_string_equal(clock_format(text, start_s, t_ns, -4 * 3600, cases[i].digits), cases[i].text);
    }
    assert_string_equal(clock_day(text, start_s, t_ns, -4 * 3600), "13 Jan");
    assert_string_equal(clock_day(text, start_s, t_ns, 0), "14 Jan");
    assert_int_equal(clock_day_number(start_s, t_ns, 0) - clock_day_number(start_s, t_ns, -4 * 3600), 1);
    assert_string_equal(clock_length(text, 10 * NS_PER_S), "10 s");
    assert_string_equal(clock_length(text, 500 * NS_PER_MS), "500 ms");
}

static int64_t local_ns(const struct explorer *explorer)
{
    return (explorer->document.scenario.start_s + explorer_offset_s(explorer, explorer->time.cursor_ns)) *
               NS_PER_S +
           explorer->time.cursor_ns;
}

/* From anywhere a step leads to the next whole minute or hour of the clock, and back; at 3 h it changes. */
static void check_clock_steps(int32_t before_s, int32_t after_s)
{
    static const struct {
        enum action_id back, forward;
        int64_t unit_ns;
    } steps[] = {{ACTION_MINUTE_BACK, ACTION_MINUTE_FORWARD, 60 * NS_PER_S},
                 {ACTION_HOUR_BACK, ACTION_HOUR_FORWARD, NS_PER_HOUR}};
    struct zone zone;
    DEFER(desk_close) struct desk desk;
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(2, 60000, 400);
    zone_make(&zone, before_s, after_s, scenario.start_s + 3 * 3600);
    desk_open_over(&desk, &zone.catalog, &scenario, 80, 24);
    struct explorer *explorer = desk.explorer;
    uint64_t key = random_key(1, RANDOM_TEST, 2);
    for (uint64_t i = 0; i < 400; i++) {
        int64_t unit_ns = steps[i % 2].unit_ns, most_ns = unit_ns + 3600 * NS_PER_S;
        int64_t t_ns = 2 * NS_PER_HOUR + (int64_t)(random_unit(key, i) * 2.2 * (double)NS_PER_HOUR);
        bool far = llabs(t_ns - 3 * NS_PER_HOUR) > most_ns;
        explorer_seek(explorer, t_ns);
        desk_action(&desk, steps[i % 2].forward);
        int64_t on_ns = explorer->time.cursor_ns;
        assert_int_equal(local_ns(explorer) % unit_ns, 0);
        assert_true(on_ns > t_ns && on_ns <= t_ns + (far ? unit_ns : most_ns));
        desk_action(&desk, steps[i % 2].back);
        assert_int_equal(local_ns(explorer) % unit_ns, 0);
        assert_true(explorer->time.cursor_ns < on_ns);
        if (far)
            assert_int_equal(explorer->time.cursor_ns, on_ns - unit_ns);
    }
}

FACT(test_steps_land_on_the_clock)
{
    check_clock_steps(0, 0);
    check_clock_steps(34200, 34200);
    check_clock_steps(-8 * 3600, -7 * 3600);
    check_clock_steps(39600, 37800); /* half an hour back */
}

/* --- the window --- */

/* In as far as it goes, and out again: the cursor has not moved and the first frame is back. */
FACT_AT(test_zoom_out_restores, open_days(80, 24))
{
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
    struct explorer *explorer = desk->explorer;
    uint64_t key = random_key(2, RANDOM_TEST, 2);
    for (uint64_t i = 0; i < 12; i++) {
        assert_true(desk_resize(desk, sizes[i % 3][0], sizes[i % 3][1], NULL));
        int64_t t_ns = (int64_t)(random_unit(key, i) * (double)explorer->time.horizon_ns), from_ns, to_ns,
                width_ns;
        explorer_seek(explorer, i == 0 ? 0 : i == 1 ? explorer->time.horizon_ns : t_ns);
        t_ns = explorer->time.cursor_ns;
        desk_settle(desk);
        DEFER(memory_leave) char *first = canvas_to_text(&desk->canvas);
        width_ns = explorer->time.horizon_ns;
        int steps = 0;
        while (explorer_zoom(explorer, 1)) {
            explorer_window(explorer, &from_ns, &to_ns);
            assert_true(to_ns - from_ns < width_ns && from_ns >= 0 && to_ns <= explorer->time.horizon_ns);
            assert_true(explorer->time.cursor_ns == t_ns && from_ns <= t_ns && t_ns <= to_ns);
            width_ns = to_ns - from_ns;
            desk_draw(desk);
            assert_true(desk->scene.cursor_x >= 0);
            steps++;
        }
        assert_true(width_ns == NS_PER_S / 2 && steps > 10);
        while (explorer_zoom(explorer, -1))
            steps--;
        assert_int_equal(steps, 0);
        desk_draw(desk);
        assert_canvas(&desk->canvas, first);
    }
}

FACT_AT(test_pan, open_days(120, 40))
{
    struct explorer *explorer = desk->explorer;
    desk_action(desk, ACTION_PAN_FORWARD);
    assert_has(desk->message.text, "the whole run is shown");
    explorer_seek(explorer, explorer->time.horizon_ns / 3);
    for (int i = 0; i < 4; i++)
        desk_action(desk, ACTION_ZOOM_IN);
    int64_t width_ns = explorer->time.to_ns - explorer->time.from_ns,
            into_ns = explorer->time.cursor_ns - explorer->time.from_ns;
    int64_t from_ns = explorer->time.from_ns;
    desk_action(desk, ACTION_PAN_FORWARD);
    assert_int_equal(explorer->time.from_ns, from_ns + width_ns / 2);
    assert_int_equal(explorer->time.cursor_ns - explorer->time.from_ns, into_ns);
    desk_action(desk, ACTION_PAN_BACK);
    assert_int_equal(explorer->time.from_ns, from_ns);
    while (explorer_pan(explorer, 1))
        assert_int_equal(explorer->time.to_ns - explorer->time.from_ns, width_ns);
    assert_int_equal(explorer->time.to_ns, explorer->time.horizon_ns);
    desk_action(desk, ACTION_PAN_FORWARD);
    assert_string_equal(desk->message.text, "the run ends here");
    while (explorer_pan(explorer, -1))
        assert_int_equal(explorer->time.to_ns - explorer->time.from_ns, width_ns);
    assert_int_equal(explorer->time.from_ns, 0);
}

/* Each step moves the cursor by about a column, on whole buckets as they are shown; [ and ] by one. */
FACT_AT(test_steps_follow_the_zoom, open_days(120, 40))
{
    struct explorer *explorer = desk->explorer;
    explorer_seek(explorer, 13 * NS_PER_HOUR + 1234567);
    while (explorer_zoom(explorer, 1)) {
        desk_draw(desk);
        int64_t bucket_ns = explorer_bucket_ns(explorer, desk->scene.layout.plot_w);
        int64_t column_ns = (explorer->time.to_ns - explorer->time.from_ns) / desk->scene.layout.plot_w;
        assert_int_equal(desk->scene.now->curves->bucket_ns, bucket_ns);
        assert_true(2 * bucket_ns <= column_ns + 1 || bucket_ns == 10 * NS_PER_MS);
        desk_action(desk, ACTION_TIME_FORWARD);
        int64_t t_ns = explorer->time.cursor_ns;
        desk_action(desk, ACTION_TIME_FORWARD);
        int64_t step_ns = explorer->time.cursor_ns - t_ns;
        assert_true(t_ns % step_ns == 0 && step_ns % bucket_ns == 0);
        assert_true(llabs(step_ns - column_ns) <= bucket_ns / 2 + 1);
        desk_action(desk, ACTION_TIME_BACK);
        assert_int_equal(explorer->time.cursor_ns, t_ns);
        desk_action(desk, ACTION_BUCKET_FORWARD);
        assert_int_equal(explorer->time.cursor_ns, t_ns + bucket_ns);
        desk_action(desk, ACTION_BUCKET_BACK);
        assert_int_equal(explorer->time.cursor_ns, t_ns);
    }
}

/* The cursor goes on at the pace that is asked for, and the window with it. */
FACT_AT(test_play_at_any_zoom, open_days(80, 24))
{
    static const char *const speeds[] = {"1", "60", "3600", "10000"};
    struct explorer *explorer = desk->explorer;
    do
        for (size_t i = 0; i < 4; i++) {
            char line[32];
            snprintf(line, sizeof line, "speed %s", speeds[i]);
            desk_command(desk, line);
            explorer_seek(explorer, 5 * NS_PER_HOUR);
            desk_action(desk, ACTION_PLAY);
            for (int frame = 1; frame <= 3; frame++) {
                assert_true(desk_advance(desk, 0.05) & REPLY_REDRAW);
                desk_draw(desk);
                assert_int_equal(explorer->time.cursor_ns,
                                 5 * NS_PER_HOUR + frame * (int64_t)(0.05 * explorer->time.speed * 1e9));
                assert_true(desk->scene.cursor_x >= 0);
            }
            desk_action(desk, ACTION_PLAY);
        }
    while (explorer_zoom(explorer, 1));
}

/* --- events --- */

enum { VISITS = 2000 };

static int visit(struct desk *desk, enum action_id action, int64_t *visits)
{
    int n = 0;
    for (;;) {
        desk_action(desk, action);
        if (!strstr(desk->message.text, "here") || n == VISITS)
            return n;
        visits[n++] = desk->explorer->time.cursor_ns;
    }
}

/* Forwards and backwards the same places; a miss is where a request ended late. */
FACT_AT(test_events, open_missing())
{
    enum { STOPS = EVENT_STOPS - 3 }; /* no searches, moves or water here: those stops are passed over */
    static const char *const said[STOPS] = {"n and N stop at every event (",
                                            "n and N stop at intensity steps (", "n and N stop at edits (",
                                            "n and N stop where late requests begin ("};
    static int64_t on[VISITS], back[VISITS];
    struct explorer *explorer = desk->explorer;
    desk_command(desk, "goto 2h1m1s");
    desk_obeys(desk, "set load 1.2");
    int total = 0;
    for (int stop = 1; stop <= STOPS; stop++) {
        desk_action(desk, ACTION_EVENT_KIND);
        assert_int_equal(explorer->events.stop, stop % STOPS);
        assert_non_null(strstr(desk->message.text, said[explorer->events.stop]));
        explorer_seek(explorer, 0);
        int n = visit(desk, ACTION_EVENT_NEXT, on), count = explorer_count_stops(explorer);
        explorer_seek(explorer, explorer->time.horizon_ns);
        assert_int_equal(visit(desk, ACTION_EVENT_PREVIOUS, back), n);
        for (int i = 0; i < n; i++)
            assert_int_equal(back[n - 1 - i], on[i]);
        assert_true(n > 0 && n <= count && n >= count - 1); /* one may lie at the very start */
        for (int i = 0; i < n && explorer->events.stop == 1 + EVENT_MISS; i++) {
            struct run_miss miss;
            assert_true(run_find_miss(explorer->results.current->run, on[i] - 1, on[i], false, &miss));
        }
        total += explorer->events.stop == 0 ? -n : n;
    }
    assert_int_equal(total, 0);
}

/* At every zoom, from miss to miss, a bucket of what is shown at a time; whatever n stops at. */
FACT_AT(test_misses, open_missing())
{
    static int64_t times[VISITS], visits[VISITS];
    struct explorer *explorer = desk->explorer;
    explorer->events.stop = 1 + EVENT_EDIT;
    int n = 0;
    for (struct run_miss miss = {0};
         n < VISITS && run_find_miss(explorer->results.current->run, miss.t_ns, INT64_MAX, false, &miss);)
        times[n++] = miss.t_ns;
    assert_true(n > 20 && n < VISITS);
    do {
        explorer_seek(explorer, 0);
        desk_draw(desk);
        int64_t shown_ns = explorer_bucket_ns(explorer, desk->scene.layout.plot_w), after_ns = 0;
        int visited = visit(desk, ACTION_MISS_NEXT, visits), v = 0;
        assert_string_equal(desk->message.text, "no late request after this");
        for (int i = 0; i < n; i++) {
            if (times[i] <= after_ns)
                continue;
            assert_true(v < visited && visits[v++] == times[i]);
            after_ns = (times[i] + shown_ns - 1) / shown_ns * shown_ns;
        }
        assert_int_equal(v, visited);
    } while (explorer_zoom(explorer, 1));
}

/* --- the axis, the bar, the legend --- */

/* A label, and the time of the day it names; -1: a date, at midnight. */
static int64_t read_label(const char *label)
{
    long second = 0;
    double fraction = 0;
    char *at;
    if (!strchr(label, ':'))
        return -1;
    long hour = strtol(label, &at, 10);
    assert_int_equal(*at, ':');
    long minute = strtol(at + 1, &at, 10);
    if (*at == ':')
        second = strtol(at + 1, &at, 10);
    if (strchr(label, '.'))
        fraction = strtod(strchr(label, '.'), NULL);
    return ((hour * 60 + minute) * 60 + second) * NS_PER_S + (int64_t)(fraction * 1000 + 0.5) * NS_PER_MS;
}

/* True if in the stretch of time that this column covers the clock says exactly that. */
static bool clock_says(const struct scene *scene, int column, const char *label)
{
    const struct curve_window *window = &scene->window;
    int64_t span_ns = window->to_ns - window->from_ns, w = scene->layout.plot_w, day_ns = 24 * NS_PER_HOUR;
    int64_t begin_ns = window->from_ns + (span_ns * column + w - 1) / w;
    int64_t end_ns =
        column == w - 1 ? window->to_ns + 1 : window->from_ns + (span_ns * (column + 1) + w - 1) / w;
    int64_t named_ns = read_label(label), start_s = scene->explorer->document.scenario.start_s;
    char day[FORMAT_SIZE];
    for (int64_t t_ns = begin_ns; t_ns < end_ns + NS_PER_HOUR; t_ns += NS_PER_HOUR) {
        int32_t offset_s = explorer_offset_s(scene->explorer, t_ns < end_ns ? t_ns : end_ns - 1);
        int64_t shift_ns = (start_s + offset_s) * NS_PER_S;
        int64_t midnight_ns = (begin_ns + shift_ns) / day_ns * day_ns;
        for (int d = 0; d < 40; d++) {
            int64_t at_ns = midnight_ns + d * day_ns + (named_ns < 0 ? 0 : named_ns) - shift_ns;
            bool said = named_ns >= 0 || strcmp(clock_day(day, start_s, at_ns, offset_s), label) == 0;
            if (at_ns >= begin_ns && at_ns < end_ns && said)
                return true;
        }
    }
    return false;
}

/* Reads the axis as a user does: tick, label, blank. */
static int check_axis(const struct scene *scene, struct canvas *canvas)
{
    const struct layout *layout = &scene->layout;
    struct rect rect = layout->rects[REGION_AXIS];
    int n = 0, x = layout->plot_x;
    canvas_clear(canvas);
    panel_axis(scene, rect, canvas);
    while (x < layout->right_x) {
        char label[FORMAT_SIZE] = "";
        if (canvas_at(canvas, x, rect.y)->glyph != 0x2575) {
            assert_int_equal(canvas_at(canvas, x++, rect.y)->glyph, ' ');
            continue;
        }
        int column = x++ - layout->plot_x, used = 0;
        while (x < layout->right_x && canvas_at(canvas, x, rect.y)->glyph < 127 &&
               !(canvas_at(canvas, x, rect.y)->glyph == ' ' &&
                 (used > 2 || x + 1 == layout->right_x || canvas_at(canvas, x + 1, rect.y)->glyph == ' ')))
            label[used++] = (char)canvas_at(canvas, x++, rect.y)->glyph;
        assert_true(x == layout->right_x ||
                    canvas_at(canvas, x, rect.y)->glyph == ' '); /* no label touches a tick */
        assert_or(clock_says(scene, column, label), "'%s' at column %d of %d, window %lld to %lld", label,
                  column, layout->plot_w, (long long)scene->window.from_ns, (long long)scene->window.to_ns);
        n++;
    }
    return n;
}

/* At every zoom, at many sizes, wherever the window lies. */
static void check_axes(struct desk *desk, uint64_t seed)
{
    struct explorer *explorer = desk->explorer;
    uint64_t key = random_key(seed, RANDOM_TEST, 3), draw = 0;
    do
        for (int i = 0; i < 24; i++) {
            int columns = 40 + (int)random_below(key, draw++, i % 2 ? 60 : 261);
            assert_true(desk_resize(desk, columns, 10 + (int)random_below(key, draw++, 60), NULL));
            explorer_seek(explorer, (int64_t)(random_unit(key, draw++) * (double)explorer->time.horizon_ns));
            explorer->time.utc = i % 5 == 0;
            desk_draw(desk);
            if (!layout_has(&desk->scene.layout, REGION_AXIS))
                continue;
            int labels = check_axis(&desk->scene, &desk->canvas);
            if (labels < 1 && desk->scene.layout.plot_w >= 40)
                fail_msg("no label on %d columns, window %lld", desk->scene.layout.plot_w,
                         (long long)(desk->scene.window.to_ns - desk->scene.window.from_ns));
        }
    while (explorer_zoom(explorer, 1));
}

FACT_AT(test_axis, open_days(80, 24))
{
    struct zone zone;
    check_axes(desk, 1);
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(2, 60000, 400);
    zone_make(&zone, -8 * 3600, -7 * 3600, scenario.start_s + 3 * 3600);
    DEFER(desk_leave) struct desk *other = desk_over(&zone.catalog, &scenario, 80, 24);
    check_axes(other, 2);
}

/* Six weeks, the longest run there is, even on the narrowest plot. */
FACT(test_axis_of_weeks)
{
    struct zone zone;
    DEFER(desk_close) struct desk desk;
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(1, 1e6, 1000);
    zone_make(&zone, 3600, 3600, scenario.start_s);
    scenario.hours = 1024;
    desk_open_over(&desk, &zone.catalog, &scenario, 80, 24);
    for (int columns = 40; columns <= 300; columns += THINNED(7, 1)) {
        assert_true(desk_resize(&desk, columns, 40, NULL));
        desk_draw(&desk);
        assert_true(check_axis(&desk.scene, &desk.canvas) >= 1);
    }
    check_axes(&desk, 3);
}

/* The row of a region as text. */
static char *row_text(const struct desk *desk, enum region region)
{
    static char text[4096];
    const struct canvas *canvas = &desk->canvas;
    int used = 0;
    for (int x = 0; x < canvas->w; x++)
        used += utf8_put(canvas_at(canvas, x, desk->scene.layout.rects[region].y)->glyph, text + used);
    text[used] = 0;
    return text;
}

/* Both zones are on the screen, and T swaps them; where there are several days, so is the date. */
FACT_AT(test_zones, open_days(120, 40))
{
    desk_command(desk, "goto 12h"); /* 18:00 UTC of 1 January, 03:30 of the second there */
    desk_draw(desk);
    assert_has(row_text(desk, REGION_BAR), "Sun 2 Jan 2022  03:30:00 UTC+9:30");
    assert_has(row_text(desk, REGION_LEGEND), "18:00 UTC");
    assert_has(row_text(desk, REGION_TIMEBAR), " 2 Jan 03:30:00 ");
    desk_acts(desk, ACTION_CLOCK);
    assert_has(row_text(desk, REGION_BAR), "Sat 1 Jan 2022  18:00:00 UTC");
    assert_has(row_text(desk, REGION_LEGEND), "03:30 UTC+9:30");
    assert_has(row_text(desk, REGION_TIMEBAR), " 1 Jan 18:00:00 ");
    assert_true(desk_resize(desk, 200, 60, NULL));
    desk_draw(desk);
    assert_has(row_text(desk, REGION_BAR), "03:30:00 UTC+9:30");
    assert_true(desk_resize(desk, 80, 24, NULL));
    desk_draw(desk);
    assert_has(row_text(desk, REGION_BAR), "1 Jan 18:00 UTC");
}

/* Nothing is written over anything else on the plots' last rows, whatever the size, the speed, the zoom. */
FACT_AT(test_rows_are_whole, open_days(80, 24))
{
    struct explorer *explorer = desk->explorer;
    desk_commands(desk, "speed 10000", "goto 20h");
    explorer->events.stop = 1;
    for (int level = 0; level == 0 || explorer_zoom(explorer, 1); level++)
        for (int columns = 66; columns <= 240; columns += THINNED(15, 3)) {
            assert_true(desk_resize(desk, columns, columns % 2 ? 40 : 24, NULL));
            explorer->time.playing = columns % 5 == 0;
            desk_draw(desk);
            const char *bar = row_text(desk, REGION_TIMEBAR);
            assert_non_null(strstr(bar, explorer->time.playing ? "10000×" : "paused"));
            assert_has(bar, "of 1");
            assert_null(strstr(bar, "…"));
            assert_null(strstr(row_text(desk, REGION_AXIS), "…"));
            if (layout_has(&desk->scene.layout, REGION_LEGEND))
                assert_null(strstr(row_text(desk, REGION_LEGEND), "…"));
        }
}
