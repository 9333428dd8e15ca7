/* ORACLE's table under the schemes that do not look it up: measured behind the screen once the run is
 * complete, the same as ORACLE's own, kept by its hash, called off by what changes the hash and by nothing
 * else, said while it lasts, refused where ORACLE is, and quiet afterwards. */
#include "tests/support/clover_model.h"
#include "tests/unit/tui/mixed_support.h"
#include "tests/unit/tui/shelf_support.h"
#include "tests/support/one_scenario.h"

static int make_scenario(void **state)
{
    scenario = clover_scenario(1, 25, 2);
    scenario.apps[0].slo_base = true;
    scenario.policy[LAYER_CONFIGURE] = POLICY_CLOVER;
    return 0;
}

static struct explorer *explore(struct box *box)
{
    struct explorer *explorer =
        explorer_create(mixed_catalog(), box_shelf(box), &scenario, (struct recorded){0}, -1, 0, &err);
    must(explorer, &err);
    return explorer;
}

/* Until the table has begun; it is not taken in before the next pump. */
static void pump_until_measuring(struct explorer *explorer)
{
    while (!explorer->results.table.job) {
        jobs_wait(explorer->results.jobs);
        explorer_pump(explorer, true);
    }
}

static void set(struct explorer *explorer, struct knob_ref knob, double number, const char *text)
{
    char note[160];
    struct knob_value value = {.number = number};
    snprintf(value.text, sizeof value.text, "%s", text);
    explorer->document.from_start = true;
    must(explorer_set(explorer, knob, &value, note, &err), &err);
}

static void turn(struct explorer *explorer, enum knob_id id, double number)
{
    set(explorer, knob_of_run(id), number, "");
}

/* ---- the line ---- */

/* Its points: those of the objective panel of a settled desk. */
static int oracle_line(enum policy_id policy, float line[CURVE_POINTS])
{
    static struct desk desk;
    scenario.policy[LAYER_CONFIGURE] = (int)policy;
    mixed_open(&desk, &scenario, 120, 40);
    const struct quality *quality = desk.scene.now->quality;
    assert_non_null(quality);
    assert_true(quality->has_table && quality->is_measured);
    int n = quality->points;
    memcpy(line, quality->oracle, (size_t)n * sizeof *line);
    desk_acts(&desk, ACTION_PANEL_OBJECTIVE, ACTION_PANEL_FULL);
    assert_shows(&desk, "O: ORACLE");
    assert_false(desk_shows(&desk, "easuring"));
    desk_close(&desk);
    return n;
}

FACT_IN(test_every_scheme_has_oracles_line, make_scenario, release)
{
    static const enum policy_id schemes[] = {POLICY_CLOVER, POLICY_BLOVER, POLICY_BASE, POLICY_CO2OPT};
    static float own[CURVE_POINTS], line[CURVE_POINTS];
    int n = oracle_line(POLICY_ORACLE, own);
    assert_true(n > 10 && !isnan(own[n / 2]));
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        assert_int_equal(oracle_line(schemes[i], line), n);
        assert_memory_equal(line, own, (size_t)n * sizeof *line);
    }
}

/* A scheme that needs nothing measured, under an SLO in ms: f comes with the table. */
FACT_IN(test_f_comes_with_the_table, make_scenario, release)
{
    static struct desk desk;
    scenario.apps[0].slo_base = false;
    scenario.apps[0].slo_ms = 300;
    scenario.policy[LAYER_CONFIGURE] = POLICY_CO2OPT;
    mixed_open(&desk, &scenario, 120, 40);
    assert_null(desk.explorer->results.current->model->pools->derived);
    const struct quality *quality = desk.scene.now->quality;
    assert_true(quality->has_table);
    assert_true(!isnan(quality->f[quality->points / 2]));
    assert_true(!isnan(desk.scene.now->reading.f));
    desk_close(&desk);
}

/* The bytes that ORACLE's own run measures, under its hash. */
FACT_IN(test_it_is_kept, make_scenario, release)
{
    struct box box = {0};
    struct explorer *explorer = explore(&box);
    explorer_wait(explorer);
    assert_int_equal(box.tables, 1);
    struct derived *kept = explorer_table(explorer);
    assert_non_null(kept);
    scenario.policy[LAYER_CONFIGURE] = POLICY_ORACLE;
    DEFER(model_leave) struct model *model = clover_model(&scenario, mixed_catalog());
    assert_true(prepare_with(NULL, model, NULL, &(struct derive_options){0}, &err));
    const struct derived *own = model->pools->derived;
    assert_true(kept->parts[DERIVED_TABLE]->key.hash == own->parts[DERIVED_TABLE]->key.hash);
    assert_int_equal(kept->n_points, own->n_points);
    assert_memory_equal(kept->points, own->points, (size_t)own->n_points * sizeof *own->points);
    explorer_free(explorer);
    scenario.policy[LAYER_CONFIGURE] = POLICY_BLOVER; /* another day: found again */
    explorer = explore(&box);
    assert_non_null(explorer_table(explorer));
    explorer_wait(explorer);
    assert_int_equal(box.tables, 1);
    explorer_free(explorer);
    box_empty(&box);
}

/* ---- when ---- */

/* Not before the run and what it is held against are complete; and afterwards nobody works. */
FACT_IN(test_it_waits_its_turn, make_scenario, release)
{
    struct box box = {0};
    DEFER(explorer_leave) struct explorer *explorer = explore(&box);
    const struct recording *run = explorer->results.current->recording;
    for (int looks = 0; !explorer->results.table.job; looks++) {
        if (looks > 3)
            jobs_wait(explorer->results.jobs);
        explorer_pump(explorer, looks % 2);
        assert_true(!explorer->results.table.job || recording_finished(run));
    }
    assert_non_null(explorer_reference(explorer));
    assert_true(explorer_busy(explorer));
    for (int i = 0; i < FORECAST_SLOTS; i++)
        assert_false(explorer->results.forecast.slots[i].known);
    explorer_wait(explorer);
    assert_non_null(explorer_table(explorer));
    for (int pumps = 0; pumps < 5; pumps++) {
        assert_false(explorer_pump(explorer, true));
        assert_false(explorer_busy(explorer) || jobs_busy(explorer->results.jobs));
    }
    box_empty(&box);
}

/* Weights and limits: the table stays, and so does the job. */
FACT_IN(test_weights_measure_nothing, make_scenario, release)
{
    static const struct {
        enum knob_id id;
        double number;
    } turns[] = {{KNOB_LAMBDA, 0.9},  {KNOB_CI_SCALE, 1.5},         {KNOB_PUE, 1.2},
                 {KNOB_SLO_SCALE, 2}, {KNOB_ACCURACY_LOSS_PCT, 10}, {KNOB_LAMBDA, 0.1}};
    struct box box = {0};
    DEFER(explorer_leave) struct explorer *explorer = explore(&box);
    pump_until_measuring(explorer);
    const struct result *job = explorer->results.table.job;
    turn(explorer, KNOB_LAMBDA, 0.8);
    assert_ptr_equal(explorer->results.table.job, job);
    explorer_wait(explorer);
    assert_non_null(explorer_table(explorer));
    const struct derived_point *points = explorer_table(explorer)->points;
    int put = box.put;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        turn(explorer, turns[i].id, turns[i].number);
        assert_ptr_equal(explorer_table(explorer)->points, points); /* at once: the line does not blink */
        explorer_wait(explorer);
        assert_ptr_equal(explorer_table(explorer)->points, points);
    }
    assert_int_equal(box.put, put);
    assert_int_equal(box.tables, 1);
    box_empty(&box);
}

/* Another load: what is being measured is called off, what is known is not shown; and back is known. */
FACT_IN(test_another_load, make_scenario, release)
{
    struct box box = {0};
    DEFER(explorer_leave) struct explorer *explorer = explore(&box);
    pump_until_measuring(explorer);
    turn(explorer, KNOB_LOAD, 0.7);
    assert_null(explorer->results.table.job);
    assert_null(explorer_table(explorer));
    explorer_wait(explorer);
    assert_int_equal(box.tables, 1);
    assert_non_null(explorer_table(explorer));
    const struct derived_point *less = explorer_table(explorer)->points;
    assert_true(explorer_undo(explorer, &err));
    assert_null(explorer_table(explorer));
    explorer_wait(explorer);
    assert_int_equal(box.tables, 2);
    assert_ptr_not_equal(explorer_table(explorer)->points, less);
    assert_true(explorer_redo(explorer, &err));
    assert_ptr_equal(explorer_table(explorer)->points, less);
    explorer_wait(explorer);
    assert_int_equal(box.tables, 2);
    box_empty(&box);
}

/* To ORACLE while it is being measured: then the run does it, and nobody beside it. */
FACT_IN(test_to_oracle, make_scenario, release)
{
    struct box box = {0};
    DEFER(explorer_leave) struct explorer *explorer = explore(&box);
    pump_until_measuring(explorer);
    set(explorer, knob_of_layer(LAYER_CONFIGURE), 0, "oracle");
    assert_null(explorer->results.table.job);
    explorer_wait(explorer);
    assert_int_equal(box.tables, 1);
    assert_ptr_equal(explorer_table(explorer), explorer->results.current->model->pools->derived);
    set(explorer, knob_of_layer(LAYER_CONFIGURE), 0, "base");
    assert_non_null(explorer_table(explorer));
    explorer_wait(explorer);
    assert_int_equal(box.tables, 1);
    box_empty(&box);
}

/* What failed is not tried for ever. */
FACT_IN(test_failure, make_scenario, release)
{
    struct box box = {0};
    char text[640];
    DEFER(explorer_leave) struct explorer *explorer = explore(&box);
    pump_until_measuring(explorer);
    struct result *job = explorer->results.table.job;
    job_cancel(job->job); /* as if memory had run out */
    jobs_wait(explorer->results.jobs);
    derived_release(atomic_exchange(&job->model->pools->derived, NULL)); /* it may have been quicker */
    snprintf(job->error.message, sizeof job->error.message, "out of memory");
    atomic_store(&job->failed, true);
    explorer_wait(explorer);
    assert_null(explorer_table(explorer));
    assert_null(explorer->results.table.job);
    assert_true(explorer_describe_table(explorer, text));
    assert_string_equal(text, "No ORACLE line: out of memory");
    box_empty(&box);
}

/* ---- words ---- */

FACT_IN(test_it_is_said, make_scenario, release)
{
    static struct desk desk;
    mixed_open(&desk, &scenario, 120, 40);
    struct explorer *explorer = desk.explorer;
    desk_acts(&desk, ACTION_PANEL_OBJECTIVE, ACTION_PANEL_FULL);
    struct derived *table = atomic_exchange(&explorer->results.table.model->pools->derived, NULL);
    desk_draw(&desk);
    assert_shows(&desk, "ORACLE: 43 configurations are measured next.");
    assert_false(desk.scene.now->quality->has_table);
    explorer->results.table.job = result_retain(explorer->results.current);
    explorer->results.table.per_cent = 40;
    desk_draw(&desk);
    assert_shows(&desk, "ORACLE: measuring 43 configurations, 40 %.");
    result_release(explorer->results.table.job);
    explorer->results.table.job = NULL;
    atomic_store(&explorer->results.table.model->pools->derived, table);
    desk_draw(&desk);
    assert_shows(&desk, "O: ORACLE");
    assert_false(desk_shows(&desk, "measuring"));
    desk_close(&desk);
}

/* Each GPU for itself, or several apps: as ORACLE itself is refused. */
FACT_IN(test_where_oracle_is_refused, make_scenario, release)
{
    struct box box = {0};
    char text[640];
    struct explorer *explorer = NULL;
    scenario.number[KNOB_CLOVER_SCOPE] = CLOVER_PER_GPU;
    explorer = explore(&box);
    explorer_wait(explorer);
    assert_null(explorer_table(explorer));
    assert_int_equal(box.tables, 0);
    assert_true(explorer_describe_table(explorer, text));
    assert_non_null(strstr(text, "No ORACLE line: oracle looks up layouts that every GPU repeats"));
    explorer_free(explorer);
    scenario_free(&scenario);
    scenario = clover_scenario(2, 50, 2);
    explorer = explore(&box);
    explorer_wait(explorer);
    assert_null(explorer_table(explorer));
    assert_true(explorer_describe_table(explorer, text));
    assert_non_null(strstr(text, "this scenario has 2"));
    explorer_free(explorer);
    box_empty(&box);
}

/* CarbonDIS has nothing of it. */
FACT_IN(test_without_clover, make_scenario, release)
{
    struct box box = {0};
    char text[640];
    scenario_free(&scenario);
    scenario = carbondis_scenario(2, 2000, 700);
    DEFER(explorer_leave) struct explorer *explorer = explore(&box);
    explorer_wait(explorer);
    assert_null(explorer->results.table.model);
    assert_false(explorer_describe_table(explorer, text));
    assert_int_equal(box.put, 0);
}
