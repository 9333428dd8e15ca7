/* What map, frontier, tornado, atlas and response draw, as rows: every number is the one that is drawn,
 * point by point and in full, JSON has the rows of CSV; and what they draw of the sweep of a file are its
 * own points. */
#include "engine/explore/sweep_run.h"
#include "store/json/json.h"
#include "tests/unit/tui/desk_support.h"
#include "tui/ask/frontier.h"
#include "tui/widgets/scatter.h"

#include <cjson/cJSON.h>

/* --- rows --- */

enum { COLUMNS = 24, ROWS_MAX = 200 };

struct rows {
    char *text, *cells[1 + ROWS_MAX][COLUMNS]; /* the first row are the names */
    size_t n, columns;
};

/* Cells in quotes hold no quotes here. */
static size_t split_row(char *line, char **cells)
{
    size_t n = 0;
    for (char *at = line; at && n < COLUMNS;) {
        bool quoted = *at == '"';
        char *end = quoted ? strchr(at + 1, '"') : strchr(at, ',');
        cells[n++] = at + quoted;
        char *next = quoted ? strchr(end, ',') : end;
        if (end)
            *end = 0;
        at = next ? next + 1 : NULL;
    }
    return n;
}

static struct rows rows_of(const struct desk *desk)
{
    size_t n, count = 0;
    struct rows rows = {.text = desk_export(desk, EXPORT_CSV, &n)};
    char *rest = rows.text;
    assert_non_null(rows.text);
    for (char *line; (line = strtok_r(rest, "\n", &rest)) && count <= ROWS_MAX; count++) {
        size_t columns = split_row(line, rows.cells[count]);
        assert_true(count == 0 || columns == rows.columns);
        rows.columns = columns;
    }
    rows.n = count - 1;
    return rows;
}

static size_t column_of(const struct rows *rows, const char *name)
{
    size_t k = 0;
    while (k < rows->columns && strcmp(rows->cells[0][k], name) != 0)
        k++;
    assert_or(!(k == rows->columns), "there is no column %s", name);
    return k;
}

static const char *cell(const struct rows *rows, size_t row, const char *name)
{
    return rows->cells[1 + row][column_of(rows, name)];
}

static double number(const struct rows *rows, size_t row, const char *name)
{
    const char *text = cell(rows, row, name);
    return *text ? strtod(text, NULL) : (double)NAN;
}

/* To the last bit. */
static void assert_exactly(double a, double b)
{
    assert_or(!(a != b && !(isnan(a) && isnan(b))), "%.17g is not %.17g", a, b);
}

/* JSON has the rows of CSV, number by number. */
static void check_json(const struct desk *desk, const struct rows *rows)
{
    size_t n;
    DEFER(memory_leave) char *text = desk_export(desk, EXPORT_JSON, &n);
    struct cJSON *json = json_parse(text, n, "", &err);
    assert_non_null(json);
    const struct cJSON *list = cJSON_GetObjectItem(json, "rows");
    assert_string_equal(cJSON_GetObjectItem(json, "view")->valuestring, desk_screen_name(desk));
    assert_int_equal(cJSON_GetArraySize(list), rows->n);
    for (size_t row = 0; row < rows->n; row++)
        for (size_t k = 0; k < rows->columns; k++) {
            const struct cJSON *item =
                cJSON_GetObjectItem(cJSON_GetArrayItem(list, (int)row), rows->cells[0][k]);
            const char *own = rows->cells[1 + row][k];
            assert_non_null(item);
            if (cJSON_IsNumber(item))
                assert_exactly(item->valuedouble, strtod(own, NULL));
            else
                assert_string_equal(own, cJSON_IsNull(item)   ? ""
                                         : cJSON_IsBool(item) ? (cJSON_IsTrue(item) ? "true" : "false")
                                                              : item->valuestring);
        }
    json_free(json);
}

/* --- of a run --- */

/* Its points lie on the canvas in the order of their numbers, whichever way. */
static void check_points(const struct desk *desk, const struct account_part *part, size_t least)
{
    struct scatter_cell at[ROWS_MAX];
    size_t steps = 0, drawn = 0;
    for (size_t i = 0; i < part->n_rows; i++) {
        at[i].x = -1;
        for (int k = 0; k < desk->canvas.w * desk->canvas.h && part->rows[i].step != ACCOUNT_NO_STEP; k++) {
            int x = k % desk->canvas.w, y = k / desk->canvas.w;
            struct spot spot = canvas_spot_at(&desk->canvas, x, y);
            uint32_t glyph = canvas_at(&desk->canvas, x, y)->glyph;
            if (spot.kind == SPOT_CHOICE && spot.which == (int)steps &&
                (glyph == 0x25CF || glyph == 0x25CB || glyph == 0x25C6))
                at[i] = (struct scatter_cell){x, y};
        }
        steps += part->rows[i].step != ACCOUNT_NO_STEP;
        drawn += at[i].x >= 0;
    }
    assert_or(drawn >= least, "%zu points are drawn", drawn);
    for (size_t i = 0; i < part->n_rows; i++)
        for (size_t j = 0; j < part->n_rows; j++) {
            const struct account_cell *own = part->rows[i].cells, *other = part->rows[j].cells;
            if (at[i].x < 0 || at[j].x < 0)
                continue;
            assert_true(own[part->x].value > other[part->x].value || at[i].x <= at[j].x);
            assert_true(own[part->y].value > other[part->y].value || at[i].y >= at[j].y);
        }
}

/* What is drawn is what the rows have. */
static void check_map(struct desk *desk)
{
    struct rows rows = rows_of(desk);
    const struct account *account = &((const struct ask *)desk_top_view(desk)->state)->account;
    const struct account_part *part = account->parts;
    while (part->x == 0)
        part = part->next;
    double grams = strcmp(part->columns[1].title, "carbon kg") == 0 ? 1000 : 1;
    assert_true(rows.n == part->n_rows && rows.n > 5);
    for (size_t i = 0; i < rows.n; i++) {
        const struct account_row *row = &part->rows[i];
        assert_exactly(number(&rows, i, "carbon_g.total") / grams, row->cells[part->x].value);
        assert_string_equal(cell(&rows, i, "on_front"), row->mark & MARK_FRONT ? "true" : "false");
        assert_string_equal(cell(&rows, i, "limits_kept"), row->cells[0].tone == TONE_BAD ? "false" : "true");
    }
    check_points(desk, part, 3);
    check_json(desk, &rows);
    free(rows.text);
}

FACT_AT(a_panel_is_the_rows_of_the_map, desk_for_test(120, 40))
{
    static const int sizes[][2] = {{200, 60}, {180, 52}};
    desk->ahead = true;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        desk_command(desk, k == 0 ? "set cit 0.8" : "set load 1.3"); /* somewhere to have been */
        assert_true(desk_resize(desk, sizes[k][0], sizes[k][1], NULL));
        desk_settle(desk);
        assert_false(explorer_busy(desk->explorer)); /* then it rests */
        /* The dashboard's panel is the plane of the view, with its signs. */
        const struct account_part *panel, *view;
        struct rect own = desk->scene.layout.rects[REGION_MAP];
        size_t hollow = 0, missed = 0, here = 0;
        assert_true(desk->scene.map.parts && !*desk->scene.map.progress);
        for (int i = 0; i < own.w * own.h; i++) {
            uint32_t glyph = canvas_at(&desk->canvas, own.x + i % own.w, own.y + i / own.w)->glyph;
            hollow += glyph == 0x25CB;
            here += glyph == 0x25C6;
        }
        assert_true(desk_open_view(desk, VIEW_MAP, ""));
        desk_settle(desk);
        view = ((const struct ask *)desk_top_view(desk)->state)->account.parts;
        panel = desk->scene.map.parts; /* it goes on behind the view */
        while (view->x == 0)
            view = view->next;
        assert_true(here == 1 && panel->n_rows == view->n_rows && view->n_rows > 5);
        for (size_t i = 0; i < view->n_rows; i++) {
            assert_exactly(panel->rows[i].cells[1].value, view->rows[i].cells[1].value);
            assert_exactly(panel->rows[i].cells[2].value, view->rows[i].cells[2].value);
            missed += view->rows[i].cells[0].tone == TONE_BAD;
        }
        assert_true(hollow <= missed && (hollow > 0) == (missed > 0));
        desk_close_view(desk);
    }
    assert_true(desk_resize(desk, 179, 52, NULL));
    desk_draw(desk);
    assert_false(layout_has(&desk->scene.layout, REGION_MAP));
}

FACT_AT(a_map_is_its_rows, desk_for_test(160, 45))
{
    assert_true(desk_open_view(desk, VIEW_MAP, ""));
    desk_settle(desk);
    check_map(desk);
    desk_plays(desk, "Y");
    check_map(desk);
}

FACT_AT(a_frontier_is_its_rows, desk_for_test(120, 40))
{
    assert_true(
        desk_open_view(desk, VIEW_FRONTIER, "cit=0.6:1.4:0.2 policy.route=carbondis,highperf seeds=2"));
    desk_plays(desk, "enter");
    const struct ask *ask = desk->views[0].state;
    const struct frontier *own = ask->state;
    struct rows rows = rows_of(desk);
    assert_true(rows.n == own->n && rows.n > 5);
    for (size_t i = 0; i < rows.n; i++) { /* the best across first */
        size_t at = own->order[i];
        assert_exactly(number(&rows, i, "carbon_g.total"), own->means[at].across);
        assert_exactly(number(&rows, i, "violations"), own->means[at].up);
        assert_exactly(number(&rows, i, "slo_met_share"), own->shares[at]);
        assert_int_equal(strcmp(cell(&rows, i, "best"), "true") == 0, at == own->best);
    }
    check_points(desk, ask->account.parts->next->next, 2);
    check_json(desk, &rows);
    free(rows.text);
}

static const struct ask *asked(const struct desk *desk)
{
    return desk->views[desk->n_views - 1].state; /* begins with it */
}

FACT_AT(a_response_is_its_rows, desk_for_test(120, 40))
{
    desk_opens(desk, VIEW_RESPONSE, "");
    const struct response *response = explorer_response(desk->explorer);
    struct rows rows = rows_of(desk);
    assert_true((int)rows.n == response->n_values && rows.n > 5);
    for (int i = 0; i < response->n_values; i++) {
        struct response_band band = response_band(response, METRIC_CARBON, i);
        assert_exactly(number(&rows, (size_t)i, "value"), response->values[i].number);
        assert_exactly(number(&rows, (size_t)i, "carbon_g.total"),
                       response_metric(response, METRIC_CARBON, i));
        assert_exactly(number(&rows, (size_t)i, "carbon_g.total.least"), band.least);
        assert_string_equal(cell(&rows, (size_t)i, "here"), i == response->here ? "true" : "false");
    }
    check_json(desk, &rows);
    free(rows.text);
}

/* Esc in the middle: what has come is known when it is asked again, and costs nothing. */
FACT_AT(what_came_before_esc_stays, desk_for_test(120, 40))
{
    assert_true(desk_open_view(desk, VIEW_TORNADO, ""));
    while (seeding_done(&asked(desk)->seeding) < 8)
        explorer_pump(desk->explorer, false);
    desk_key(desk, KEYCODE_ESC);
    assert_int_equal(desk->n_views, 0);
    assert_true(desk_open_view(desk, VIEW_TORNADO, ""));
    assert_true(seeding_done(&asked(desk)->seeding) >= 8);
}

/* A row for each step: the starts, then the grids, the cleanest first. */
static void check_atlas(const struct desk *desk, size_t starts, size_t grids)
{
    struct rows rows = rows_of(desk);
    assert_int_equal(rows.n, starts + grids);
    assert_int_equal(account_steps(&asked(desk)->account, 0), starts + grids);
    for (size_t k = 0; k < rows.n; k++) {
        assert_string_equal(cell(&rows, k, "kind"), k < starts ? "start" : "grid");
        assert_true(k <= starts ||
                    number(&rows, k - 1, "carbon_g.total") <= number(&rows, k, "carbon_g.total"));
    }
    check_json(desk, &rows);
    free(rows.text);
}

FACT_AT(an_atlas_is_its_rows, desk_for_test(120, 40))
{
    desk_opens(desk, VIEW_ATLAS, "");
    check_atlas(desk, account_steps(&asked(desk)->account, 0), 0);
}

/* --- of the sweep of a file --- */

struct swept {
    struct sweep sweep;
    double *values;
};

static bool keep_row(void *context, size_t point, const double *values, struct error *error)
{
    struct swept *swept = context;
    size_t columns = sweep_columns(&swept->sweep);
    memcpy(swept->values + point * columns, values, columns * sizeof *values);
    return true;
}

/* A desk over a sweep as `wattif screen SWEEP.csv` has it. */
static struct swept open_sweep(struct desk *desk, const char *const *axes, size_t n)
{
    struct swept swept = {0};
    struct sweep shown;
    desk_open_for_test(desk, 120, 40);
    assert_true(sweep_create(&swept.sweep, &desk->explorer->document.scenario, 2, &err));
    assert_true(sweep_create(&shown, &desk->explorer->document.scenario, 2, &err));
    for (size_t a = 0; a < n; a++)
        must(sweep_vary(&swept.sweep, axes[a], &err) && sweep_vary(&shown, axes[a], &err), &err);
    swept.values = calloc(sweep_points(&shown) * sweep_columns(&shown), sizeof *swept.values);
    struct jobs *jobs = jobs_create(1, -1, &err);
    struct sweep_order order = {
        .sweep = &swept.sweep, .catalog = fixture_catalog(), .step = 1, .context = &swept, .row = keep_row};
    assert_true(jobs && sweep_run(&order, jobs, &err));
    jobs_free(jobs);
    assert_true(explorer_sweep_show(desk->explorer, &shown, swept.values, sweep_points(&swept.sweep), &err));
    desk->host.of_sweep = true;
    return swept;
}

static void close_sweep(struct desk *desk, struct swept *swept)
{
    desk_close(desk);
    sweep_free(&swept->sweep);
    free(swept->values);
}

static double mean_of(const struct swept *swept, size_t configuration, enum metric metric)
{
    struct sweep_values values = {&swept->sweep, swept->values};
    return sweep_mean(&values, configuration, sweep_column_of(&swept->sweep, metric, 0)).mean;
}

FACT(a_sweep_is_a_map)
{
    static const char *const axes[] = {"policy.route=highperf,carbondis,dybatch", "cit=0.8:1.2:0.2"};
    struct desk desk;
    struct swept swept = open_sweep(&desk, axes, 2);
    assert_true(desk_open_view(&desk, VIEW_MAP, ""));
    desk_settle(&desk);
    struct rows rows = rows_of(&desk);
    assert_int_equal(rows.n, 10);
    for (size_t i = 0; i < 9; i++)
        assert_exactly(number(&rows, 1 + i, "carbon_g.total"), mean_of(&swept, i, METRIC_CARBON));
    assert_exactly(number(&rows, 0, "carbon_g.total"), mean_of(&swept, 4, METRIC_CARBON));
    free(rows.text);
    check_map(&desk);
    uint64_t was = scenario_fingerprint(&desk.explorer->document.scenario);
    desk_key(&desk, KEYCODE_LEFT); /* walking is followed here, too */
    desk_settle(&desk);
    if (scenario_fingerprint(&desk.explorer->document.scenario) == was)
        desk_key(&desk, KEYCODE_RIGHT);
    assert_true(scenario_fingerprint(&desk.explorer->document.scenario) != was);
    desk_key(&desk, KEYCODE_ESC);
    assert_true(scenario_fingerprint(&desk.explorer->document.scenario) == was);
    close_sweep(&desk, &swept);
}

FACT(a_sweep_over_starts_is_an_atlas)
{
    static const char *const axes[] = {"start=2022-01-01T12:00:00Z,2022-01-01T06:00:00Z,2022-01-01T03:00:00Z",
                                       "cit=1,1.2", "policy.route=carbondis,highperf"};
    struct desk desk;
    struct swept swept = open_sweep(&desk, axes, 3);
    desk_opens(&desk, VIEW_ATLAS, "");
    struct rows rows = rows_of(&desk);
    for (size_t k = 0; k < 3; k++) { /* in the order of time; the file has them the other way */
        assert_exactly(number(&rows, k, "carbon_g.total"), mean_of(&swept, 4 * (2 - k), METRIC_CARBON));
        assert_exactly(number(&rows, k, "reference.carbon_g.total"),
                       mean_of(&swept, 4 * (2 - k) + 1, METRIC_CARBON));
    }
    free(rows.text);
    assert_int_equal(asked(&desk)->step, 1); /* the base's own */
    assert_true(desk_shows(&desk, "against HIGHPERF"));
    check_atlas(&desk, 3, 0);
    close_sweep(&desk, &swept);
}

FACT(a_sweep_over_traces_is_a_ranking)
{
    static const char *const axes[] = {"trace=steps,flat"};
    struct desk desk;
    struct swept swept = open_sweep(&desk, axes, 1);
    desk_opens(&desk, VIEW_ATLAS, "");
    struct rows rows = rows_of(&desk);
    double least = fmin(mean_of(&swept, 0, METRIC_CARBON), mean_of(&swept, 1, METRIC_CARBON));
    assert_exactly(number(&rows, 0, "carbon_g.total"), least);
    free(rows.text);
    check_atlas(&desk, 0, 2);
    close_sweep(&desk, &swept);
}

/* One sentence says what to sweep. */
FACT(what_a_sweep_does_not_hold_is_told)
{
    static const char *const axes[] = {"cit=0.9"};
    struct desk desk;
    struct swept swept = open_sweep(&desk, axes, 1);
    assert_false(desk_open_view(&desk, VIEW_TORNADO, ""));
    assert_has(desk.message.text, "vary cit=");
    assert_false(desk_open_view(&desk, VIEW_ATLAS, ""));
    assert_has(desk.message.text, "vary start=");
    close_sweep(&desk, &swept);
}
