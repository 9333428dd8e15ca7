/* The dashboard of a run with pools: what each of them runs is in sight whatever knob has the focus, and
 * apps go by their names. */
#include "tests/unit/tui/desk_support.h"

#include "engine/base/text.h"
#include "tui/board/panels/panels.h"
#include "tui/words/format.h"

static void open_pools(struct desk *desk, int columns, int rows)
{
    struct scenario scenario;
    fixture_pools(&scenario);
    desk_open_on(desk, &scenario, columns, rows);
    scenario_free(&scenario);
}

static void test_every_scheme_is_in_sight(void **state)
{
    (void)state;
    static const int sizes[][2] = {{80, 24}, {100, 30}, {120, 40}, {160, 45}, {200, 60}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct desk desk;
        open_pools(&desk, sizes[i][0], sizes[i][1]);
        const struct explorer *explorer = desk.explorer;
        for (int knob = 0; knob < explorer->focus.n_knobs; knob++) {
            for (int pool = 0; pool < explorer->document.scenario.n_pools; pool++) {
                struct knob_ref ref = scenario_pool_subject(&explorer->document.scenario, pool);
                struct knob_value value = explorer_value(explorer, ref);
                char title[64];
                text_print(title, sizeof title, "%s ▾",
                           policy_infos[policy_find((enum layer)ref.layer, value.text)].title);
                assert_true(desk_shows(&desk, explorer->document.scenario.pools[pool].name));
                assert_true(desk_shows(&desk, title));
            }
            desk_action(&desk, ACTION_KNOB_NEXT);
            desk_draw(&desk);
        }
        desk_close(&desk);
    }
}

/* With too few rows: how many more there are, and the key that lists them. */
static void test_more_schemes_than_rows(void **state)
{
    (void)state;
    int short_of = 0;
    for (int rows = 14; rows <= 24; rows++) {
        struct desk desk;
        open_pools(&desk, 80, rows);
        struct explorer *explorer = desk.explorer;
        while (explorer->focus.at < explorer->focus.n_knobs - 1)
            desk_action(&desk, ACTION_KNOB_NEXT);
        desk_draw(&desk);
        bool all =
            desk_shows(&desk, "serving ") && desk_shows(&desk, "vision ") && desk_shows(&desk, "talk ");
        assert_true(all || desk_shows(&desk, "more schemes: P"));
        short_of += !all;
        desk_close(&desk);
    }
    assert_in_range(short_of, 1, 8);
}

static void test_apps_go_by_their_names(void **state)
{
    (void)state;
    struct desk desk;
    open_pools(&desk, 200, 60);
    const struct scenario *scenario = &desk.explorer->document.scenario;
    for (int app = 0; app < scenario->n_apps; app++) {
        char label[FORMAT_SIZE], lane[FORMAT_SIZE + 8];
        text_print(lane, sizeof lane, "%d %s", app + 1, panel_app_label(&desk.scene, app, 6, label));
        const struct app *own = &scenario->apps[app];
        bool numbered = strncmp(own->name, "job", 3) == 0; /* the digit says that */
        assert_int_equal(strncmp(label, numbered ? own->model : own->name, 4), 0);
        assert_true(desk_shows(&desk, lane) || desk.scene.layout.latency_plot);
    }
    desk_close(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_scheme_is_in_sight),
        cmocka_unit_test(test_more_schemes_than_rows),
        cmocka_unit_test(test_apps_go_by_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
