/* Every view that shows numbers gives them as rows, or its table says why it has none; what it gives is a
 * table: each column named once, each row as long as the head, the same cells in CSV and JSON. Panels that
 * draw something else than curves tell that, number for number. */
#include "tests/support/slow_build.h"
#include "tests/unit/tui/picker_support.h"

#include "store/json/json.h"

#include <cjson/cJSON.h>

FACT(every_view_tells_or_says_why_not)
{
    for (int view = 0; view < VIEW_COUNT; view++) {
        const struct view_ops *ops = view_ops[view];
        if (!ops->tell == !ops->no_rows)
            fail_msg("%s must have either rows or a reason for having none", view_names[view].name);
        assert_true(!ops->no_rows || strlen(ops->no_rows) > 8);
    }
}

/* Counts the cells of the next row of CSV; 0: there is none. */
static int count_cells(const char **at)
{
    int n = 1;
    bool quoted = false;
    if (!**at)
        return 0;
    for (; **at && (quoted || **at != '\n'); ++*at) {
        quoted ^= **at == '"';
        n += !quoted && **at == ',';
    }
    *at += **at == '\n';
    return n;
}

/* What is on the screen as rows, in both forms; returns how many rows there are. */
static int check_table(const struct desk *desk, const char *name)
{
    size_t bytes;
    int rows = 0, columns;
    DEFER(memory_leave)
    char *csv = desk_export(desk, EXPORT_CSV, NULL), *text = desk_export(desk, EXPORT_JSON, &bytes);
    const char *at = csv;
    columns = count_cells(&at);
    for (int cells; (cells = count_cells(&at)) > 0; rows++)
        assert_or(cells == columns, "%s: row %d has %d cells, its head %d", name, rows, cells, columns);
    cJSON *json = json_parse(text, bytes, name, &err); /* refuses a key twice */
    assert_or(json, "%s: %s", name, err.message);
    const cJSON *told = cJSON_GetObjectItemCaseSensitive(json, "rows"), *row;
    if (told) {
        assert_int_equal(cJSON_GetArraySize(told), rows);
        cJSON_ArrayForEach(row, told) assert_int_equal(cJSON_GetArraySize(row), columns);
    }
    json_free(json);
    return rows;
}

FACT(what_views_tell_is_a_table)
{
    static const struct {
        const char *scenario;
        enum view_id view;
        int least; /* rows */
    } tries[] = {{"etf-tx2", VIEW_INSPECTOR, 10},  {"etf-tx2", VIEW_SCHEMES, 10},
                 {"etf-tx2", VIEW_FLEET, 10},      {"etf-tx2", VIEW_TRACES, 20},
                 {"etf-tx2", VIEW_SCENARIOS, 12},  {"etf-tx2", VIEW_LIBRARY, 20},
                 {"etf-tx2", VIEW_LESSONS, 12},    {"etf-tx2", VIEW_PROVENANCE, 5},
                 {"etf-tx2", VIEW_REPRODUCE, 100}, {"etf-tx2", VIEW_EDITS, 1},
                 {"etf-tx2", VIEW_RUNS, 0},        {"clover-teaching", VIEW_MIG_EDITOR, 5},
                 {"etf-tx2", VIEW_EXPLAIN, 10}};
    const char *opened = "";
    struct desk desk;
    for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
        if (SLOW_BUILD && tries[k].view == VIEW_SCHEMES) /* a run for each of them */
            continue;
        if (strcmp(opened, tries[k].scenario) != 0) {
            if (*opened)
                desk_close(&desk);
            open_library(&desk, opened = tries[k].scenario);
            desk_obeys(&desk, k == 0 ? "set phi 0.1" : "set lambda 0.2");
        }
        const char *name = view_names[tries[k].view].name;
        assert_or(desk_open_view(&desk, tries[k].view, ""), "%s: %s", name, desk.message.text);
        desk_settle(&desk);
        int rows = check_table(&desk, name);
        assert_or(!(rows < tries[k].least), "%s tells %d rows", name, rows);
        desk_close_view(&desk);
    }
    desk_close(&desk);
}

/* The next number behind a comma. */
static double next_number(const char **at)
{
    *at = strchr(*at, ',') + 1;
    return strtod(*at, NULL);
}

FACT_AT(the_spread_is_told_as_it_is_drawn, library_desk("etf-tx2"))
{
    int rows = 0;
    DEFER(account_free) struct account account;
    assert_false(desk_tell(desk, &account)); /* curves, which the dashboard gives anyway */
    desk_action(desk, ACTION_PANEL_LATENCY);
    desk->scene.latency_form = LATENCY_RUN;
    desk_draw(desk);
    check_table(desk, "spread");
    DEFER(memory_leave) char *csv = desk_export(desk, EXPORT_CSV, NULL);
    double last = 0;
    for (const char *at = strchr(csv, '\n') + 1; *at; at = strchr(at, '\n') + 1, rows++) {
        const struct recording *recording = desk->scene.now->result->recording;
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        const struct distribution_app *app = desk->scene.now->spread.apps;
        for (int a = 0; strcmp(recording->apps[a].name, name) != 0; a++)
            app++;
        double ms = next_number(&at), percent = next_number(&at), n = next_number(&at),
               share = next_number(&at);
        assert_true(fabs(percent - 100 * ms / app->slo_ms) < 1e-9 || isnan(app->slo_ms));
        assert_true(n >= 1 && (share > last || ms < percent || last >= 1));
        assert_true(distribution_share(app, ms) == share);
        last = share;
    }
    assert_true(rows > 5);
    assert_true(last == 1);
}

FACT_AT(temperatures_in_full_size_are_told_as_shares_of_time, library_desk("infercool-k8s"))
{
    DEFER(account_free) struct account account;
    desk_acts(desk, ACTION_PANEL_TEMPERATURE);
    assert_false(desk_tell(desk, &account));
    desk_acts(desk, ACTION_PANEL_FULL);
    int rows = check_table(desk, "temperature");
    char *csv = desk_export(desk, EXPORT_CSV, NULL);
    double sum = 0;
    for (const char *at = strchr(csv, '\n') + 1; *at; at = strchr(at, '\n') + 1) {
        double from = next_number(&at), to = next_number(&at);
        assert_true(to > from);
        sum += next_number(&at);
    }
    assert_int_equal(rows % desk->scene.warmth.n, 0);
    assert_true(fabs(sum - desk->scene.warmth.n) < 1e-6);
    free(csv);
    desk_acts(desk, ACTION_PANEL_FULL, ACTION_PANEL_CLUSTER, ACTION_PANEL_FULL);
    assert_int_equal(check_table(desk, "cluster"), desk->scene.now->result->recording->n_gpus);
}

FACTS_BETWEEN(open_store, close_store)
