/* An SLO is about a percentile over the run, late requests are single ones: the words keep them apart, the
 * time bar shows where the late ones are, and what is exported says what stretch of time it is about. */
#include "tests/unit/tui/desk_support.h"

#include "tui/words/format.h"
#include "tui/board/board.h"

/* The apps' percentiles, and whether the second app is late now and then. */
static struct desk *open_apps(double first, double others, bool late, int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 20000, 700);
    for (int app = 0; app < scenario.n_apps; app++)
        scenario.apps[app].percentile = app == 0 ? first : others;
    if (late)
        scenario.apps[1].slo_ms = 20;
    struct desk *desk = desk_on(&scenario, columns, rows);
    return desk;
}

/* --- words --- */

FACT(test_met_and_late_are_no_contradiction)
{
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
    for (int s = 0; s < 3; s++) {
        DEFER(desk_leave) struct desk *desk = open_apps(95, 95, false, sizes[s][0], sizes[s][1]);
        desk->scene.now->total.apps[0].violations = 5;
        board_draw(&desk->scene, &desk->canvas);
        assert_shows(desk, "all p95 SLOs met", sizes[s][0] < 110 ? "late 5 " : "late requests",
                     sizes[s][0] < 110 ? "slowest app " : "slowest: ");
        assert_false(desk_shows(desk, "SLO miss") || desk_shows(desk, "missed"));
    }
}

/* --- the time bar --- */

/* Every column with late requests has a mark, and no other; that at the begin of a series is heavier. */
FACT_AT(test_series_are_marked_whole, open_apps(95, 95, true, 160, 40))
{
    static const struct {
        const char *set;
        uint32_t begin, on, heavy;
    } sets[] = {{"glyphs braille", 0x25CB, 0x2500, 0x2501}, {"glyphs ascii", 'o', '-', '='}};
    static bool late[400];
    /* By column of the bar: does a request end late there? */
    const struct recording *recording = desk->explorer->results.current->recording;
    int w = desk->scene.layout.plot_w;
    memset(late, 0, (size_t)w * sizeof *late);
    for (int64_t t_ns = 0; t_ns < desk->explorer->time.horizon_ns; t_ns += recording->bucket_ns / 64) {
        int bucket = (int)(t_ns / recording->bucket_ns);
        double n = 0;
        for (int app = 0; app < recording->n_apps; app++)
            n += recording_sum_app(recording, COLUMN_VIOLATIONS, app, bucket, bucket + 1);
        late[t_ns * w / desk->explorer->time.horizon_ns] |= n > 0;
    }
    for (size_t s = 0; s < 2; s++) {
        int begins = 0, goes_on = 0, none = 0;
        desk_obeys(desk, sets[s].set);
        for (int x = 0; x < desk->scene.layout.plot_w; x++) {
            const struct cell *cell = canvas_at(&desk->canvas, desk->scene.layout.plot_x + x,
                                                desk->scene.layout.rects[REGION_TIMEBAR].y);
            if (cell->bg == ROLE_CURSOR)
                continue;
            bool begin = cell->glyph == sets[s].begin, on = cell->glyph == sets[s].on;
            assert_true(!(begin || on) || (late[x] && cell->fg == ROLE_BAD));
            assert_true(!late[x] || cell->glyph != sets[s].heavy);
            assert_true(!begin || (cell->attrs & ATTR_BOLD));
            begins += begin;
            goes_on += on;
            none += !late[x];
        }
        assert_true(begins > 0 && goes_on > 0 && none > 0);
    }
    assert_shows(desk, "o-- late");
}

/* "~" is the sign of modelled rows: a guess is told in words. */
FACT(test_length_is_about_so_long)
{
    static const struct {
        int columns;
        int64_t s;
        const char *going, *done;
    } cases[] = {{200, 1501200, "about 17 d 9 h", "of 17 d 9 h"},
                 {120, 1501200, "about 17 d", "of 17d9h"},
                 {80, 1501200, "17d9h?", "of 17d9h"},
                 {120, 15000, "about 4 h", "of 4 h 10"},
                 {80, 15000, "4h10?", "of 4h10"},
                 {80, 1800, "30min?", "of 30min"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        DEFER(desk_leave) struct desk *desk = open_apps(95, 95, false, cases[i].columns, 40);
        for (int done = 0; done < 2; done++) {
            desk->explorer->time.horizon_ns = cases[i].s * NS_PER_S;
            desk->scene.now->seen_finished = done;
            board_draw(&desk->scene, &desk->canvas);
            char *text = canvas_to_text(&desk->canvas),
                 *at = strstr(text, done ? cases[i].done : cases[i].going);
            assert_or(at, "%d columns: no \"%s\"\n%s", cases[i].columns,
                      done ? cases[i].done : cases[i].going, text);
            free(text);
            assert_false(desk_shows(desk, "~ 17") || desk_shows(desk, "~ 4") || desk_shows(desk, "~17"));
        }
    }
}

/* --- the table of curves --- */

struct rows {
    int n;
    double begin_s, end_s, width_s, shared_s; /* of all; widths added up */
    bool divided;                             /* some bucket lies only partly in the window */
};

/* The number at the beginning of what is left of a line, which then begins behind its comma. */
static double read_number(const char **field)
{
    char *end;
    double number = strtod(*field, &end);
    assert_true(end > *field && *end == ',');
    *field = end + 1;
    return number;
}

/* Reads t_s, width_s and in_window_s, which are the first columns and one after them. */
static struct rows read_rows(const struct desk *desk)
{
    struct rows rows = {.begin_s = (double)NAN};
    size_t size;
    char *text = desk_export(desk, EXPORT_CSV, &size), *save = NULL;
    char *line = strtok_r(text, "\n", &save);
    assert_true(strncmp(line, "t_s,time_utc,width_s,in_window_s,", 33) == 0);
    while ((line = strtok_r(NULL, "\n", &save))) {
        const char *field = line;
        double t_s = read_number(&field);
        field += strcspn(field, ",") + 1; /* time_utc */
        double width_s = read_number(&field), shared_s = read_number(&field);
        assert_true(shared_s > 0 && shared_s <= width_s);
        rows.begin_s = rows.n++ == 0 ? t_s : rows.begin_s;
        rows.end_s = t_s + width_s;
        rows.width_s += width_s;
        rows.shared_s += shared_s;
        rows.divided |= shared_s < width_s;
    }
    free(text);
    return rows;
}

/* Buckets are whole, and the table says what of them is shown. */
FACT(test_csv_says_what_is_in_the_window)
{
    char said[256], clock[FORMAT_SIZE];
    bool divided = false;
    DEFER(desk_leave) struct desk *desk = open_apps(95, 95, false, 120, 40);
    struct rows rows = read_rows(desk);
    assert_true(!rows.divided && fabs(rows.shared_s - ns_to_s(desk->explorer->time.horizon_ns)) < 0.01);
    desk_command(desk, "goto 1h7m13s");
    for (int zoom = 0; zoom < 9; zoom++) {
        desk_does(desk, ACTION_ZOOM_IN);
        const struct explorer *explorer = desk->explorer;
        rows = read_rows(desk);
        divided |= rows.divided;
        assert_true(fabs(rows.shared_s - ns_to_s(explorer->time.to_ns - explorer->time.from_ns)) < 0.001);
        assert_true(rows.begin_s <= ns_to_s(explorer->time.from_ns) &&
                    rows.end_s >= ns_to_s(explorer->time.to_ns) - 0.001);
        export_csv_describe(&desk->scene, said, sizeof said);
        assert_true(strncmp(said, "Rows are whole buckets of ", 26) == 0 && strstr(said, "in_window_s"));
        clock_format(clock, explorer->document.scenario.start_s, llround(rows.begin_s * 1e9),
                     desk->scene.offset_s, CLOCK_SECONDS);
        assert_has(said, clock);
    }
    assert_true(divided);
}
