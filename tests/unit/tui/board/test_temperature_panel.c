/* The temperature panel: there only where GPUs have temperatures; the exported CSV against closed forms, the
 * panel's curves, map and words against the CSV; any size. Beside it what the cluster says of heat. */
#include "engine/physics/heat.h"
#include "tests/unit/tui/desk_support.h"

/* gpu0 works from a minute on, gpu1 drinks its water and idles, gpu2 is cooled by air. */
enum { CELLS = 5 };
static const double idle_w = 55, joins_s = 60, ha = 13, alpha = 0.51;
static double busy_w;

static struct desk *open_chain(bool cooled, int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = plain_scenario(1, "m1", 1000, 1, 3, "A100-40GB");
    struct gpu *gpus = scenario.fleets[0].gpus;
    scenario.policy[LAYER_ROUTE] = POLICY_LEAST_LOADED;
    scenario.hours = 1.0 / 12;
    for (int g = 0; g < 3; g++)
        gpus[g].owner = -1;
    gpus[1].upstream = 0;
    text_copy(gpus[2].type, sizeof gpus[2].type, "P4");
    scenario.apps[0].requests = 0;
    scenario.apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_BACKLOGGED, .from_s = joins_s};
    scenario.apps[0].batch = (struct batches){.kind = BATCH_FIXED, .mean = 8, .min = 1, .max = 128};
    gpus[1].owner = gpus[2].owner = -1;
    if (cooled)
        fixture_set(&scenario, "cooling=water");
    struct desk *desk = desk_on(&scenario, columns, rows);
    return desk;
}

/* What the second GPU's curve is made of: its water follows the first's power at once. */
static double downstream_c(double t_s)
{
    double before_c = heat_steady_c(30 + heat_rise_k(idle_w, WATER_RISE_FIT), idle_w, ha);
    double after_c = heat_steady_c(30 + heat_rise_k(busy_w, WATER_RISE_FIT), idle_w, ha);
    return t_s <= joins_s ? before_c : heat_relaxed_c(after_c, before_c, alpha, t_s - joins_s);
}

static double upstream_c(double t_s)
{
    double before_c = heat_steady_c(30, idle_w, ha), after_c = heat_steady_c(30, busy_w, ha);
    return t_s <= joins_s ? before_c : heat_relaxed_c(after_c, before_c, alpha, t_s - joins_s);
}

static bool has_ink(const struct canvas *canvas, int x, int y, bool band)
{
    uint32_t glyph = canvas_at(canvas, x, y)->glyph;
    return (glyph > 0x2800 && glyph < 0x2900) || (band && glyph == 0x2591);
}

/* Where the hottest and the limit have to be, there are dots, and where the coolest is, the band, in one of
 * the two rows that a height may round to. */
static void check_curves(const struct desk *desk)
{
    const struct scene *scene = &desk->scene;
    struct rect rect = scene->layout.rects[REGION_TEMPERATURE];
    int h = rect.h - 1 - 2, x0 = scene->layout.plot_x, w = scene->layout.plot_w, checked = 0;
    const struct scale scale = scale_fit(30, 60.5, h);
    for (int x = x0; x < x0 + w; x++) {
        double t_s = 300. * (x - x0 + 0.5) / w, up_c = upstream_c(t_s), down_c = downstream_c(t_s);
        double values[] = {fmin(up_c, down_c), fmax(up_c, down_c), 60};
        if (x == scene->cursor_x || fabs(t_s - joins_s) < 12 || (x - x0) % 3 == 2)
            continue;
        for (int k = 0; k < 3; k++) {
            double share = (values[k] - scale.min) / (scale.max - scale.min);
            int low = rect.y + h - (int)floor(h * share - 0.26),
                high = rect.y + h - (int)floor(h * share + 0.26);
            assert_true(has_ink(&desk->canvas, x, low, k == 0) || has_ink(&desk->canvas, x, high, k == 0));
            checked++;
        }
    }
    assert_true(checked > w);
}

FACT_AT(test_curves_against_the_csv, open_chain(true, 120, 40))
{
    char text[96];
    desk_obeys(desk, "goto 4m");
    busy_w = desk->scene.instant.power_w[0];
    assert_true(busy_w > 100);
    char *csv = desk_export(desk, EXPORT_CSV, NULL);
    /* gpu0's mean and greatest, gpu1's, the water. */
    const struct recording *recording = desk->scene.now->result->recording;
    char *rest = NULL, *head = strtok_r(csv, "\n", &rest);
    int b = 0;
    assert_has(head, ",gpu0_temp_mean_c,gpu0_temp_max_c,gpu1_temp_mean_c,gpu1_temp_max_c,water_c");
    for (char *row; (row = strtok_r(NULL, "\n", &rest)); b++) {
        double cells[CELLS], from_s = b * ns_to_s(recording->bucket_ns);
        double to_s = from_s + recording_width_s(recording, b), mean[2] = {0};
        last_cells(row, cells, CELLS);
        for (int k = 0; k < 1000; k++) {
            double t_s = from_s + (k + .5) * (to_s - from_s) / 1000;
            mean[0] += upstream_c(t_s) / 1000;
            mean[1] += downstream_c(t_s) / 1000;
        }
        assert_true(fabs(cells[0] - mean[0]) < 2e-3 && fabs(cells[1] - upstream_c(to_s)) < 2e-3);
        assert_true(fabs(cells[2] - mean[1]) < 2e-3 && fabs(cells[3] - downstream_c(to_s)) < 2e-3);
        assert_true(fabs(cells[4] - 30) < 1e-9);
    }
    assert_int_equal(b, recording_count(recording));
    free(csv);
    assert_true(fabs(desk->scene.instant.temp_c[0] - upstream_c(240)) < 1e-9);
    assert_true(fabs(desk->scene.instant.temp_c[1] - downstream_c(240)) < 1e-9);
    assert_true(isnan(desk->scene.instant.temp_c[2]));
    desk_acts(desk, ACTION_PANEL_TEMPERATURE, ACTION_PANEL_FULL);
    check_curves(desk);
    /* The map: the hotter GPU first, from cold to hot. */
    const struct scene *scene = &desk->scene;
    struct rect rect = scene->layout.rects[REGION_TEMPERATURE];
    int y = rect.y + rect.h - 2, x0 = scene->layout.plot_x, last = x0 + scene->layout.plot_w - 1;
    assert_int_equal(canvas_at(&desk->canvas, x0 + 2, y)->fg, ROLE_RAMP1);
    assert_int_equal(canvas_at(&desk->canvas, last, y)->fg, ROLE_RAMP7);
    assert_int_equal(canvas_at(&desk->canvas, x0 + 2, y + 1)->fg,
                     ROLE_RAMP1 + (downstream_c(0) - upstream_c(0) > 1));
    assert_true(canvas_at(&desk->canvas, last, y + 1)->fg < ROLE_RAMP7);
    snprintf(text, sizeof text, "C of 2 GPUs, hottest gpu0 %.1f, %.1f below the safe 60", upstream_c(300),
             60 - upstream_c(300));
    assert_shows(desk, text, "Water of 30.0 C: cooling takes 0.45 J", "Warmed water: gpu1");
    desk_acts(desk, ACTION_PANEL_CLUSTER);
    snprintf(text, sizeof text, "%.1f \u2039gpu0", 30 + heat_rise_k(busy_w, WATER_RISE_FIT));
    assert_shows(desk, text);
}

FACT_AT(test_only_where_gpus_are_warm, open_chain(false, 200, 60))
{
    assert_int_equal(desk->scene.warmth.n, 0);
    desk_panel_is_not_there(desk, REGION_TEMPERATURE, "^", "needs GPUs with temperatures", "_temp_");
}

/* A card says "identical" of what is: a difference too small for its digits is told as less than these. */
FACT_AT(test_a_small_difference_is_none_of_nothing, open_chain(true, 120, 40))
{
    static const struct {
        double kelvin;
        const char *told;
    } cases[] = {
        {0, "= identical"}, {0.02, "▲ <0.1 K worse"}, {-0.02, "▼ <0.1 K better"}, {0.3, "▲ 0.3 K worse"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene scene = desk->scene;
        struct scene_run then = *scene.now;
        then.total.temp_max_c -= cases[i].kelvin;
        scene.reference = &then;
        scene.reference_name = "another";
        scene.compared = true;
        scene.warning[0] = 0;
        struct rect rect = scene.layout.rects[REGION_STRIP];
        canvas_fill(&desk->canvas, rect, ' ', style_of(ROLE_TEXT));
        panel_strip(&scene, rect, &desk->canvas);
        assert_or(desk_shows(desk, cases[i].told), "no %s", cases[i].told);
    }
}

FACT_AT(test_any_size, open_chain(true, 80, 24))
{
    desk_panel_has_its_place(desk, REGION_TEMPERATURE, ACTION_PANEL_TEMPERATURE);
}
