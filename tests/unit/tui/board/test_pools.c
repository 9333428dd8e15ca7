/* The dashboard of a run with pools: what each of them runs is in sight whatever knob has the focus, and
 * apps go by their names. */
#include "tests/support/slow_build.h"
#include "tests/unit/tui/desk_support.h"

#include "tui/words/format.h"

static struct desk *open_pools(int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = pools_scenario();
    struct desk *desk = desk_on(&scenario, columns, rows);
    return desk;
}

FACT(test_every_scheme_is_in_sight)
{
    static const int sizes[][2] = {{80, 24}, {100, 30}, {120, 40}, {160, 45}, {200, 60}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i += THINNED(2, 1)) {
        DEFER(desk_leave) struct desk *desk = open_pools(sizes[i][0], sizes[i][1]);
        const struct explorer *explorer = desk->explorer;
        for (int knob = 0; knob < explorer->focus.n_knobs; knob++) {
            for (int pool = 0; pool < explorer->document.scenario.n_pools; pool++) {
                struct knob_ref ref = scenario_pool_subject(&explorer->document.scenario, pool);
                struct knob_value value = explorer_value(explorer, ref);
                char title[64];
                text_print(title, sizeof title, "%s ▾",
                           policy_infos[policy_find((enum layer)ref.layer, value.text)].title);
                assert_shows(desk, explorer->document.scenario.pools[pool].name, title);
            }
            desk_acts(desk, ACTION_KNOB_NEXT);
        }
    }
}

/* With too few rows: how many more there are, and the key that lists them. */
FACT(test_more_schemes_than_rows)
{
    int short_of = 0;
    for (int rows = 14; rows <= 24; rows += THINNED(5, 1)) {
        DEFER(desk_leave) struct desk *desk = open_pools(80, rows);
        struct explorer *explorer = desk->explorer;
        while (explorer->focus.at < explorer->focus.n_knobs - 1)
            desk_action(desk, ACTION_KNOB_NEXT);
        desk_draw(desk);
        bool all = desk_shows(desk, "serving ") && desk_shows(desk, "vision ") && desk_shows(desk, "talk ");
        assert_true(all || desk_shows(desk, "more schemes: P"));
        short_of += !all;
    }
    assert_in_range(short_of, 1, 8);
}

FACT_AT(test_apps_go_by_their_names, open_pools(200, 60))
{
    const struct scenario *scenario = &desk->explorer->document.scenario;
    for (int app = 0; app < scenario->n_apps; app++) {
        char label[FORMAT_SIZE], lane[FORMAT_SIZE + 8];
        text_print(lane, sizeof lane, "%d %s", app + 1, panel_app_label(&desk->scene, app, 6, label));
        const struct app *own = &scenario->apps[app];
        bool numbered = strncmp(own->name, "job", 3) == 0; /* the digit says that */
        assert_int_equal(strncmp(label, numbered ? own->model : own->name, 4), 0);
        assert_true(desk_shows(desk, lane) || desk->scene.layout.latency_plot);
    }
}

/* The row of a pool on the screen, -1: there is none. */
static int row_of_pool(const struct desk *desk, int pool)
{
    for (int i = 0; i < desk->canvas.n_spots; i++)
        if (desk->canvas.spots[i].kind == SPOT_POOL && desk->canvas.spots[i].which == pool)
            return desk->canvas.spots[i].rect.y;
    return -1;
}

static void assert_row_says(const struct desk *desk, int y, const char *wanted)
{
    char *text = canvas_to_text(&desk->canvas), *row = text;
    for (int i = 0; i < y; i++)
        row = strchr(row, '\n') + 1;
    row[strcspn(row, "\n")] = 0;
    assert_or(strstr(row, wanted), "row %d says no '%s': %s", y, wanted, row);
    free(text);
}

/* At every size the pools are rows, with their GPUs, the app closest to its SLO and what they emit; between
 * one and the next stand apps of that pool, all of the one in focus where there is room. */
FACT(test_pools_are_rows)
{
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        DEFER(desk_leave) struct desk *desk = open_pools(sizes[s][0], sizes[s][1]);
        const struct summary *total = &desk->scene.now->total;
        const struct scenario *scenario = &desk->scene.now->result->model->scenario;
        assert_true(desk->scene.layout.pools);
        for (int pool = 0; pool < scenario->n_pools; pool++) {
            char text[FORMAT_SIZE], grams[FORMAT_SIZE];
            int gpus[GPUS_MAX], apps[APPS_MAX], y = row_of_pool(desk, pool);
            int n = scenario_pool_apps(scenario, pool, apps), worst = apps[0];
            for (int i = 1; i < n; i++)
                worst = scene_share(total, apps[i]) > scene_share(total, worst) ? apps[i] : worst;
            assert_true(y > 0);
            text_print(text, sizeof text, "%d GPU", scenario_pool_gpus(scenario, pool, gpus));
            assert_row_says(desk, y, text);
            text_print(text, sizeof text, "%d %s", worst + 1,
                       panel_app_label(&desk->scene, worst, 10, grams));
            assert_row_says(desk, y, text);
            assert_row_says(desk, y, format_grams(grams, total->pools[pool].carbon_g));
            desk_mouse(desk, (struct mouse_event){.kind = MOUSE_PRESS, .x = sizes[s][0] / 2, .y = y});
            desk_draw(desk);
            assert_int_equal(scene_pool_in_focus(&desk->scene), pool);
            assert_int_equal(desk->scene.focus, REGION_LATENCY);
            for (int i = 0; i < n; i++) { /* two rows follow: the worst, and the other */
                text_print(text, sizeof text, "%d ", (i == 0 ? worst : apps[0] + apps[n - 1] - worst) + 1);
                assert_row_says(desk, row_of_pool(desk, pool) + 1 + i, text);
            }
        }
    }
}

/* With the panel in focus the keys of a list go from pool to pool, as the wheel does over their rows; else
 * the pool is that of the knob. */
FACT_AT(test_a_pool_is_chosen, open_pools(80, 24))
{
    desk_action(desk, ACTION_PANEL_LATENCY);
    desk_key(desk, 'g');
    assert_int_equal(scene_pool_in_focus(&desk->scene), 0);
    desk_key(desk, KEYCODE_UP);
    assert_int_equal(scene_pool_in_focus(&desk->scene), 0);
    desk_strikes(desk, KEYCODE_DOWN);
    assert_int_equal(scene_pool_in_focus(&desk->scene), 1);
    assert_true(desk_shows(desk, "▌vision") && desk_shows(desk, "↑↓ pool"));
    desk_key(desk, 'G');
    assert_int_equal(scene_pool_in_focus(&desk->scene), 2);
    desk_draw(desk);
    struct mouse_event wheel = {.kind = MOUSE_WHEEL_UP, .x = 40, .y = row_of_pool(desk, 2), .times = 1};
    desk_mouse(desk, wheel);
    assert_int_equal(scene_pool_in_focus(&desk->scene), 1);
    explorer_favour(desk->explorer, knob_of_app(KNOB_PROFILE_SCALE, 3)); /* chat is of the pool talk */
    assert_int_equal(scene_pool_in_focus(&desk->scene), 2);
}

/* Apps that have no row are in the panel in full size. */
FACT_AT(test_full_size_names_all_apps, open_pools(80, 24))
{
    char rest[64];
    const struct recording *recording = desk->scene.now->result->recording;
    desk_acts(desk, ACTION_PANEL_LATENCY, ACTION_PANEL_FULL);
    for (int app = 0; app < recording->n_apps; app++) {
        char label[FORMAT_SIZE];
        snprintf(rest, sizeof rest, "%c %s", panel_app_digit(app),
                 panel_app_label(&desk->scene, app, FORMAT_SIZE - 1, label));
        assert_shows(desk, rest);
    }
}
