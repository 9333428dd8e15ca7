/* The power panel: there only where a power law tells parts apart; the exported CSV against the recording and
 * against what the rows of the profile come to, the panel's area, line and numbers against the CSV; the naive
 * estimate is over the area by P_OI while two run at once; any size. */
#include "tests/unit/tui/desk_support.h"

enum { STATIC, AUXILIARY, JOB1, JOB2, NAIVE, CELLS };

/* A whole A100 would draw 128 W, 73 more than its idle power; its slices draw as many sevenths of that. */
static const double idle_w = 55, p_oi_w = 25, above_w = 73, joins_s = 60;

/* Two backlogged apps on an A100 cut in two, for five minutes; the second comes later. */
static struct desk *open_pair(enum power_model power, int columns, int rows)
{
    static const char *const slices[] = {"4g", "3g"};
    DEFER(scenario_free) struct scenario scenario = sliced_scenario(2, "m1", 1000, 1, 1);
    struct gpu *gpu = &scenario.fleets[0].gpus[0];
    scenario.power = power;
    scenario.p_oi_w = p_oi_w;
    scenario.hours = 1.0 / 12;
    gpu->n_pods = 2;
    gpu->idle_w = idle_w;
    for (int a = 0; a < 2; a++) {
        struct app *app = &scenario.apps[a];
        gpu->pods[a] = (struct pod){.app = a};
        text_copy(gpu->pods[a].slice, sizeof gpu->pods[a].slice, slices[a]);
        app->requests = 0;
        app->arrivals = (struct arrivals){.kind = ARRIVAL_BACKLOGGED, .from_s = a ? joins_s : 0};
        app->batch = (struct batches){.kind = BATCH_FIXED, .mean = 8, .min = 1, .max = 128};
    }
    struct desk *desk = desk_on(&scenario, columns, rows);
    return desk;
}

/* What is drawn while one or both run. */
static void expect_cells(bool both, double cells[CELLS])
{
    cells[STATIC] = idle_w;
    cells[AUXILIARY] = p_oi_w;
    cells[JOB1] = above_w * 4 / 7 - p_oi_w;
    cells[JOB2] = both ? above_w * 3 / 7 - p_oi_w : 0;
    cells[NAIVE] = idle_w + above_w * (both ? 7 : 4) / 7;
}

static double sum_of(const double cells[CELLS])
{
    return cells[STATIC] + cells[AUXILIARY] + cells[JOB1] + cells[JOB2];
}

/* Every row is what the rows of the profile come to, and adds up to what the recording says of the GPU. */
static void check_rows(const struct desk *desk, char *text)
{
    const struct recording *recording = desk->scene.now->result->recording;
    char *rest = NULL, *head = strtok_r(text, "\n", &rest);
    int b = 0;
    assert_has(head, ",power_static_w,power_auxiliary_w,power_job1_w,power_job2_w,power_naive_w");
    for (char *row; (row = strtok_r(NULL, "\n", &rest)); b++) {
        double cells[CELLS], expected[CELLS], width_s = recording_width_s(recording, b);
        bool both = (double)b * ns_to_s(recording->bucket_ns) >= joins_s;
        expect_cells(both, expected);
        last_cells(row, cells, CELLS);
        for (int k = 0; k < CELLS; k++)
            if (!(fabs(cells[k] - expected[k]) < 1e-3))
                fail_msg("row %d, cell %d: %g W instead of %g", b, k, cells[k], expected[k]);
        double energy_j = recording_sum_gpu(recording, COLUMN_GPU_ENERGY, 0, b, b + 1);
        assert_true(fabs(sum_of(cells) - energy_j / width_s) < 1e-3);
        assert_true(fabs(cells[NAIVE] - sum_of(cells) - (both ? p_oi_w : 0)) < 1e-3);
    }
    assert_int_equal(b, recording_count(recording));
}

/* The height of each part, where the line leaves it to be seen, and that of the line. */
static void check_area(const struct desk *desk)
{
    const struct scene *scene = &desk->scene;
    struct rect rect = scene->layout.rects[REGION_POWER];
    struct rect plot = {scene->layout.plot_x, rect.y + 1, scene->layout.plot_w, rect.h - 1};
    double most[CELLS];
    expect_cells(true, most);
    const struct scale scale = scale_fit(0, most[NAIVE] * 1.02, plot.h);
    double eighth_w = (scale.max - scale.min) / (8 * plot.h);
    int lines = 0;
    for (int x = plot.x; x < plot.x + plot.w; x++) {
        double cells[CELLS], seconds = 300. * (x - plot.x + 0.5) / plot.w;
        if (x == scene->cursor_x || fabs(seconds - joins_s) < 10)
            continue;
        expect_cells(seconds > joins_s, cells);
        assert_true(fabs(eighths_of(&desk->canvas, x, plot.y, plot.h, ROLE_IDLE) - idle_w / eighth_w) <= 1);
        assert_true(fabs(eighths_of(&desk->canvas, x, plot.y, plot.h, ROLE_AUXILIARY) - p_oi_w / eighth_w) <=
                    1.5);
        /* The only row of a column that the dashed line is in; -1 without one. */
        int found = -1;
        for (int row = plot.y; row < plot.y + plot.h; row++) {
            const struct cell *cell = canvas_at(&desk->canvas, x, row);
            bool dots = cell->glyph >= 0x2800 && cell->glyph < 0x2900 && cell->fg != ROLE_GRID;
            assert_true(!dots || found < 0);
            found = dots ? row : found;
        }
        int line = found;
        if (line < 0 && seconds > joins_s)
            assert_true(fabs(eighths_of(&desk->canvas, x, plot.y, plot.h, ROLE_APP1) -
                             cells[JOB1] / eighth_w) <= 1.5 &&
                        fabs(eighths_of(&desk->canvas, x, plot.y, plot.h, ROLE_APP2) -
                             cells[JOB2] / eighth_w) <= 1.5);
        if (line >= 0) {
            double foot_w = scale.min + 8 * eighth_w * (plot.y + plot.h - 1 - line);
            assert_true(cells[NAIVE] >= foot_w - eighth_w && cells[NAIVE] <= foot_w + 9 * eighth_w);
            lines++;
        }
    }
    assert_true(lines > plot.w / 2);
}

FACT_AT(test_area_against_the_csv, open_pair(POWER_STAUX, 120, 40))
{
    double cells[CELLS], both[CELLS], mean[CELLS];
    char text[64];
    desk_obeys(desk, "goto 2m");
    char *csv = desk_export(desk, EXPORT_CSV, NULL);
    check_rows(desk, csv);
    free(csv);
    expect_cells(false, cells);
    expect_cells(true, both);
    for (int k = 0; k < CELLS; k++)
        mean[k] = (cells[k] + 4 * both[k]) / 5;
    const struct parts_power *power = &desk->scene.power;
    assert_true(fabs(power->static_w - mean[STATIC]) < 1e-3 &&
                fabs(power->auxiliary_w - mean[AUXILIARY]) < 1e-3 &&
                fabs(power->compute_w[0] - mean[JOB1]) < 1e-3 &&
                fabs(power->compute_w[1] - mean[JOB2]) < 1e-3 && fabs(power->naive_w - mean[NAIVE]) < 1e-3);
    desk_acts(desk, ACTION_PANEL_POWER, ACTION_PANEL_FULL);
    check_area(desk);
    snprintf(text, sizeof text, "%.1f %% less than naively", 100 * (1 - sum_of(mean) / mean[NAIVE]));
    assert_shows(desk, text);
    snprintf(text, sizeof text, "%.0f W · naively %.0f", sum_of(both), both[NAIVE]);
    assert_shows(desk, text, "draws 55 W always and 25 W more, once");
}

FACT_AT(test_only_where_parts_are_told, open_pair(POWER_TABLE, 200, 60))
{
    assert_int_equal(desk->scene.parts.n_gpus, 0);
    desk_panel_is_not_there(desk, REGION_POWER, "%", "power law tells parts apart", "power_static_w");
}

/* It has a place of its own on the smallest usual screen, can be walked to, and is drawn at any size. */
FACT_AT(test_any_size, open_pair(POWER_STAUX, 80, 24))
{
    assert_shows(desk, "% Power W of ");
    desk_panel_has_its_place(desk, REGION_POWER, ACTION_PANEL_POWER);
}
