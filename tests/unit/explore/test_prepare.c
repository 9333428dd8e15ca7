/* Before a run: what needs preparing, that a run of the engine agrees, what the shelf gives and keeps, and
 * what is refused at once. */
#include "engine/explore/prepare.h"
#include "tests/support/clover_model.h"
#include "tests/support/fixture.h"

static const struct derive_options alone = {0};

/* A store of one thing of each kind, which counts who asks. */
struct box {
    struct derived_part *content[DERIVED_KINDS];
    int asked, put;
};

static struct derived_part *box_get(void *context, struct derived_key key)
{
    struct box *box = context;
    struct derived_part *part = box->content[key.kind];
    box->asked++;
    return part && part->key.hash == key.hash ? derived_part_retain(part) : NULL;
}

static void box_put(void *context, const struct derived_part *part)
{
    struct box *box = context;
    box->put++;
    derived_part_release(box->content[part->key.kind]);
    box->content[part->key.kind] = derived_part_retain((struct derived_part *)part);
}

static void box_empty(struct box *box)
{
    for (int kind = 0; kind < DERIVED_KINDS; kind++)
        derived_part_release(box->content[kind]);
}

static bool may_run(struct model *model)
{
    DEFER(run_leave) struct run *run = run_create(model, NULL, (struct run_options){0}, &err);
    if (!run)
        assert_has(err.message, "derived inputs are missing");
    return run != NULL;
}

/* A model without Clover is ready as it is; one with it is not, and the engine says so. */
FACT(test_what_needs_it)
{
    DEFER(shelf_leave) struct shelf *shelf = shelf_create((struct shelf_behind){0});
    DEFER(scenario_free) struct scenario scenario = plain_scenario(1, "m1", 20, 100, 1, "P4");
    DEFER(model_leave) struct model *model = model_create(&scenario, fixture_catalog(), &err);
    assert_true(prepare_is_done(model));
    assert_true(prepare_with(NULL, model, NULL, &alone, &err));
    assert_null(model->pools->derived);
    assert_true(may_run(model));
    model_release(model);
    scenario_free(&scenario);
    scenario = clover_scenario(1, 25, 2);
    model = clover_model(&scenario, fixture_catalog());
    assert_false(prepare_is_done(model));
    assert_false(may_run(model));
    assert_true(prepare_with(NULL, model, shelf, &alone, &err));
    assert_true(prepare_is_done(model));
    assert_true(may_run(model));
}

/* BASE's SLO under a fixed layout needs BASE, but no table. */
FACT_FOR(test_slo_of_base, clover_scenario(1, 25, 2))
{
    scenario->policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    scenario->apps[0].slo_base = true;
    DEFER(model_leave) struct model *model = clover_model(scenario, fixture_catalog());
    assert_true(prepare_with(NULL, model, NULL, &alone, &err));
    assert_int_equal(model->pools->derived->n_points, 0);
    DEFER(run_leave) struct run *run = run_create(model, NULL, (struct run_options){0}, &err);
    DEFER(memory_leave) struct summary *summary = calloc(1, sizeof *summary);
    run_all(run);
    run_summary(run, summary);
    assert_true(summary->apps[0].slo_ms - model->pools->derived->base.tail_ms[0] < 1e-9 &&
                summary->apps[0].slo_ms - model->pools->derived->base.tail_ms[0] > -1e-9);
}

/* Computed once: then memory has it, after that the box; another load is another thing. */
FACT(test_shelf)
{
    DEFER(scenario_free) struct scenario scenario;
    struct box box = {0};
    struct shelf_behind behind = {.context = &box, .get = box_get, .put = box_put};
    struct shelf *shelf = shelf_create(behind);
    struct jobs *jobs = jobs_create(0, -1, &err);
    struct job *called_off = jobs_submit(jobs, JOB_SHOWN, &(struct job_work){.n = 1}, &err);
    struct derive_options never = {.job = called_off};
    job_cancel(called_off);
    scenario = clover_scenario(1, 25, 2);
    DEFER(model_leave) struct model *one = clover_model(&scenario, fixture_catalog());
    assert_true(prepare_with(NULL, one, shelf, &alone, &err));
    assert_int_equal(box.put, 2); /* BASE and the table */
    int asked = box.asked;
    DEFER(model_leave) struct model *two = clover_model(&scenario, fixture_catalog());
    assert_true(prepare_with(NULL, two, shelf, &never, &err));
    assert_ptr_equal(two->pools->derived->points, one->pools->derived->points);
    assert_int_equal(box.asked, asked);
    shelf_free(shelf);
    shelf = shelf_create(behind);
    DEFER(model_leave) struct model *three = clover_model(&scenario, fixture_catalog());
    assert_true(prepare_with(NULL, three, shelf, &never, &err));
    assert_int_equal(box.asked, asked + 2);
    assert_int_equal(box.put, 2);
    scenario.number[KNOB_LOAD] = 0.9;
    DEFER(model_leave) struct model *four = clover_model(&scenario, fixture_catalog());
    assert_false(prepare_with(NULL, four, shelf, &never, &err));
    assert_int_equal(err.kind, ERROR_NONE);
    assert_true(prepare_with(NULL, four, shelf, &alone, &err));
    assert_true(four->pools->derived->base.tail_ms[0] != one->pools->derived->base.tail_ms[0]);
    assert_int_equal(box.put, 4);
    shelf_free(shelf);
    job_release(called_off);
    jobs_free(jobs);
    box_empty(&box);
}

/* Fewer GPUs under ORACLE, where BASE has its own: the table is measured again, BASE is not. */
FACT(test_each_kind_by_itself)
{
    struct box box = {.asked = 0};
    DEFER(shelf_leave)
    struct shelf *shelf =
        shelf_create((struct shelf_behind){.context = &box, .get = box_get, .put = box_put});
    DEFER(scenario_free) struct scenario scenario = clover_scenario(1, 25, 3);
    scenario.clover.n_base = 3;
    DEFER(model_leave) struct model *three = clover_model(&scenario, fixture_catalog());
    assert_true(prepare_with(NULL, three, shelf, &alone, &err));
    assert_int_equal(box.put, 2);
    scenario.number[KNOB_GPUS] = 2;
    DEFER(model_leave) struct model *two = clover_model(&scenario, fixture_catalog());
    assert_true(prepare_with(NULL, two, shelf, &alone, &err));
    assert_int_equal(box.put, 3);
    assert_ptr_equal(two->pools->derived->parts[DERIVED_BASE], three->pools->derived->parts[DERIVED_BASE]);
    assert_ptr_not_equal(two->pools->derived->parts[DERIVED_TABLE],
                         three->pools->derived->parts[DERIVED_TABLE]);
    scenario.policy[LAYER_CONFIGURE] = POLICY_CLOVER; /* it looks nothing up */
    DEFER(model_leave) struct model *clover = clover_model(&scenario, fixture_catalog());
    assert_true(prepare_with(NULL, clover, shelf, &alone, &err));
    assert_int_equal(box.put, 3);
    assert_ptr_equal(clover->pools->derived->parts[DERIVED_BASE], three->pools->derived->parts[DERIVED_BASE]);
    assert_null(clover->pools->derived->parts[DERIVED_TABLE]);
    box_empty(&box);
}

/* What is on the shelf but fits no such model is damage: computed anew. */
FACT(test_wrong_content)
{
    struct box box = {.asked = 0};
    DEFER(shelf_leave)
    struct shelf *shelf =
        shelf_create((struct shelf_behind){.context = &box, .get = box_get, .put = box_put});
    DEFER(scenario_free) struct scenario scenario = clover_scenario(1, 25, 2);
    DEFER(model_leave) struct model *model = clover_model(&scenario, fixture_catalog());
    for (int kind = 0; kind < DERIVED_KINDS; kind++)
        box.content[kind] = derived_part_create(derive_key(model, (enum derived_kind)kind), 3, 1);
    assert_true(prepare_with(NULL, model, shelf, &alone, &err));
    assert_int_equal(model->pools->derived->n_apps, 1);
    assert_int_equal(model->pools->derived->n_points, model->pools->clover->n_graphs);
    box_empty(&box);
}

/* In vain: told before anything is computed. */
FACT_FOR(test_refused_at_once, clover_scenario(1, 20, 2))
{
    DEFER(model_leave) struct model *model = clover_model(scenario, fixture_catalog());
    assert_false(prepare_look_up(model, NULL, &err));
    assert_string_equal(err.place, "/knobs/load");
}
