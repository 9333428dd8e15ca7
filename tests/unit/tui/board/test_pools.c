/* The dashboard of a run with pools: what each of them runs is in sight whatever knob has the focus, and
 * apps go by their names. */
#include "tests/support/slow_build.h"
#include "tests/unit/tui/desk_support.h"

#include "engine/base/text.h"
#include "tui/board/panels/panels.h"
#include "tui/term/text.h"
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
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i += THINNED(2, 1)) {
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
    for (int rows = 14; rows <= 24; rows += THINNED(5, 1)) {
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

/* Several GPUs of one type: each goes by its name, on the cluster and where a decision says which it was. */
static void test_gpus_by_name(void **state)
{
    (void)state;
    struct desk desk;
    open_pools(&desk, 200, 60);
    const struct model *model = desk.scene.now->result->model;
    for (int gpu = 0; gpu < model->n_gpus; gpu++) {
        char label[64];
        scene_gpu_label(model, gpu, label, sizeof label);
        assert_string_equal(label, model->gpus[gpu].name);
        char whose[FORMAT_SIZE];
        int owner = model->gpus[gpu].owner;
        text_append(label, sizeof label, " %s",
                    owner >= 0 ? format_app(whose, model->apps[owner].name)
                               : scenario_pool_name(&model->scenario, model->gpus[gpu].pool));
        assert_true(desk_shows(&desk, label));
    }
    desk_close(&desk);
}

/* Where there is room each lane has the whole name of its app; where there is not, the title says how many
 * apps have none and how to see them. */
static void test_lanes_name_or_count_apps(void **state)
{
    (void)state;
    struct desk desk;
    open_pools(&desk, 200, 60);
    const struct layout *layout = &desk.scene.layout;
    const struct recording *recording = desk.scene.now->result->recording;
    for (int rows = 59; layout->latency_plot; rows--) {
        assert_true(desk_resize(&desk, 200, rows, NULL));
        desk_draw(&desk);
    }
    assert_int_equal(layout->rects[REGION_LATENCY].h, recording->n_apps + 2);
    for (int app = 0; app < recording->n_apps; app++)
        assert_true(layout->gutter_w >= text_width(recording->apps[app].name) + 3);
    int lanes = recording->n_apps;
    for (int rows = 24; lanes >= recording->n_apps; rows--) {
        assert_true(desk_resize(&desk, 80, rows, NULL));
        desk_draw(&desk);
        lanes = layout->rects[REGION_LATENCY].h - 1;
    }
    char rest[64];
    snprintf(rest, sizeof rest, "%d of %d: 4 Enter", lanes, recording->n_apps);
    assert_true(desk_shows(&desk, rest));
    desk_action(&desk, ACTION_PANEL_LATENCY);
    desk_action(&desk, ACTION_PANEL_FULL);
    desk_draw(&desk);
    for (int app = 0; app < recording->n_apps; app++) {
        char label[FORMAT_SIZE];
        snprintf(rest, sizeof rest, "%c %s", panel_app_digit(app),
                 panel_app_label(&desk.scene, app, FORMAT_SIZE - 1, label));
        assert_true(desk_shows(&desk, rest));
    }
    desk_close(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_scheme_is_in_sight), cmocka_unit_test(test_more_schemes_than_rows),
        cmocka_unit_test(test_apps_go_by_their_names),   cmocka_unit_test(test_gpus_by_name),
        cmocka_unit_test(test_lanes_name_or_count_apps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
