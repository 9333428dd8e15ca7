/* Curves as CSV where quality is mixed: accuracy in its own metric and f, held against the other columns of
 * the same row; where accuracy cannot differ there are no such columns. */
#include "engine/policy/configure/clover_rule.h"
#include "tests/unit/tui/mixed_support.h"

static const double rate_hz = 10, base_j = 30, best = 0.9;

static struct derived_point points[2] = {{.energy_j = 12, .accuracy_change = -20, .tail_ms = {200}},
                                         {.energy_j = 25, .accuracy_change = 0, .tail_ms = {250}}};
static struct derived derived = {.n_apps = 1,
                                 .base = {.energy_j = 30, .tail_ms = {300}},
                                 .n_points = 2,
                                 .points = points,
                                 .references = 1000};
static struct model_clover clover;

/* A large variant on two whole GPUs; after an hour one of them is cut and serves the small one. */
static struct desk *open_desk(void)
{
    DEFER(scenario_free) struct scenario scenario = mixed_scenario(1, 2, 100);
    fixture_sets(&scenario, "mig.gpu0=7g:job1/large", "mig.gpu1=7g:job1/large");
    fixture_at(&scenario, "3600:mig.gpu1=4g:job1/small,2g:job1/small,1g:job1/small");
    return mixed_desk(&scenario, 120, 40);
}

static double cell(char **cells, int k)
{
    return *cells[k] ? strtod(cells[k], NULL) : (double)NAN;
}

FACT_AT(test_accuracy_and_f, open_desk())
{
    char *names[CELLS_MAX], *cells[CELLS_MAX], *rest = NULL;
    int rows = 0, mixed = 0, objectives = 0;
    /* As if the run had been one of Clover's schemes'. */
    struct result *result = desk->explorer->results.current;
    clover = (struct model_clover){.n_gpus = 2, .n_apps = 1, .replicated = true, .settings.c_base_ci = 250};
    clover.apps[0] = (struct clover_app){.n = 2, .base_accuracy = best, .rate_hz = rate_hz};
    clover.variants[0] = (struct clover_variant){.accuracy = 0.7};
    clover.variants[1] = (struct clover_variant){.accuracy = best};
    result->model->pools->clover = &clover;
    atomic_store(&result->model->pools->derived, &derived);
    quality_free(desk->scene.now->quality);
    struct run_view view = result_view(result);
    desk->scene.now->quality = quality_create(&view, mixed_catalog());
    assert_non_null(desk->scene.now->quality);
    desk_draw(desk);
    char *text = desk_export(desk, EXPORT_CSV, NULL);
    int n = row_cells(strtok_r(text, "\n", &rest), names);
    for (char *line; (line = strtok_r(NULL, "\n", &rest)); rows++) {
        assert_int_equal(row_cells(line, cells), n);
        double accuracy = cell(cells, row_column(names, n, "job1_accuracy_top1"));
        double t_s = cell(cells, row_column(names, n, "t_s"));
        double ci = cell(cells, row_column(names, n, "intensity_g_per_kwh"));
        double grams_per_h = cell(cells, row_column(names, n, "carbon_active_g_per_h")) +
                             cell(cells, row_column(names, n, "carbon_idle_g_per_h"));
        double f = cell(cells, row_column(names, n, "objective_f_percent"));
        assert_true(isnan(accuracy) || accuracy > 0.69);
        if (t_s < 3500)
            assert_true(fabs(accuracy - best) < 1e-6);
        mixed += accuracy < best - 0.01;
        if (isnan(f))
            continue;
        double energy_kwh = grams_per_h / ci / 3600 / rate_hz;
        double saved = clover_carbon_change(energy_kwh, ci, base_j / JOULES_PER_KWH * 250);
        assert_true(fabs(f - clover_objective(0.5, saved, clover_accuracy_change(accuracy, best))) < 1e-2);
        assert_true(!isnan(cell(cells, row_column(names, n, "oracle_f_percent"))));
        objectives++;
    }
    assert_true(rows > 10 && mixed > 0 && objectives > rows / 2);
    free(text);
    desk->explorer->results.current->model->pools->clover = NULL;
    atomic_store(&desk->explorer->results.current->model->pools->derived, NULL);
}

/* Without a Clover there is accuracy but no f; without variants neither. */
FACT(test_no_columns_without_their_quantity)
{
    DEFER(desk_leave) struct desk *desk = open_desk();
    DEFER(memory_leave) char *text = desk_export(desk, EXPORT_CSV, NULL);
    assert_has(text, "job1_accuracy_top1");
    assert_null(strstr(text, "objective_f"));
    free(text);
    desk_leave(&desk);
    DEFER(scenario_free) struct scenario scenario = plain_scenario(2, "m1", 100, 50, 2, "P4");
    desk = mixed_desk(&scenario, 120, 40);
    text = desk_export(desk, EXPORT_CSV, NULL);
    assert_null(strstr(text, "accuracy"));
    assert_null(strstr(text, "objective"));
}
