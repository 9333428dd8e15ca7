/* Each property for every case. */
#include "tests/support/seam.h"

#include "engine/explore/prepare.h"
#include "engine/sim/state.h"

static struct simulation run_with(const struct seam *seam, const struct scenario *scenario,
                                  struct run_options options)
{
    struct simulation simulation = simulation_prepare(scenario, seam->catalog(), options);
    simulation_finish(&simulation);
    return simulation;
}

struct simulation seam_run(const struct seam *seam, const struct scenario *scenario)
{
    return run_with(seam, scenario, seam->options);
}

/* Passed over: all but the general ones; all but the last, which serves anything. */
void seam_every_loop(const struct seam *seam)
{
    const uint32_t passed_over[] = {(1U << (loop_count - 2)) - 1, (1U << (loop_count - 1)) - 1};
    for (int k = 0; k < seam->cases; k++) {
        DEFER(scenario_free) struct scenario scenario = seam->scenario_of(k);
        DEFER(simulation_free) struct simulation chosen = seam_run(seam, &scenario);
        for (int way = 0; way < 2; way++) {
            struct run_options options = seam->options;
            options.loops_passed_over = passed_over[way];
            DEFER(simulation_free) struct simulation general = run_with(seam, &scenario, options);
            assert_string_equal(general.run->loop->name, way == 0 ? "any" : "pools");
            assert_true(simulation_same(&chosen, &general));
        }
    }
}

static void assert_instant(const struct instant *instant, const struct run *run)
{
    assert_null(check_state(run));
    for (int i = 0; i < run->model->n_instances; i++) {
        assert_int_equal(instant->instances[i].app, run->instances[i].app);
        assert_true(instant->instances[i].started_ns == run->instances[i].started_ns);
        assert_int_equal(instant->instances[i].queue, run->instances[i].queue_length);
    }
    for (int g = 0; g < run->model->n_gpus; g++) {
        double mhz = run->gpus[g].clock_mhz;
        assert_true(instant->clock_mhz[g] == mhz || (isnan(instant->clock_mhz[g]) && isnan(mhz)));
        assert_close(instant->power_w[g], run->gpus[g].physics.power_w, 0);
    }
}

void seam_snapshots(const struct seam *seam)
{
    DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
    for (int k = 0; k < seam->cases; k++) {
        DEFER(scenario_free) struct scenario scenario = seam->scenario_of(k);
        DEFER(simulation_free) struct simulation whole = seam_run(seam, &scenario);
        for (int64_t t_s = seam->first_s; t_s < seam->until_s; t_s += seam->step_s) {
            DEFER(simulation_free)
            struct simulation part = simulation_prepare(&scenario, seam->catalog(), seam->options);
            run_advance(part.run, t_s * NS_PER_S, UINT64_MAX);
            assert_true(run_instant(whole.run, t_s * NS_PER_S, instant, &err));
            assert_instant(instant, part.run);
        }
    }
}

void seam_fork(const struct seam *seam)
{
    int64_t from_ns = (int64_t)strtol(seam->edit, NULL, 10) * NS_PER_S;
    for (int k = 0; k < seam->cases; k++) {
        DEFER(scenario_free) struct scenario scenario = seam->scenario_of(k);
        DEFER(simulation_free) struct simulation base = seam_run(seam, &scenario);
        fixture_at(&scenario, seam->edit);
        DEFER(simulation_free) struct simulation straight = seam_run(seam, &scenario);
        struct model *model = model_create(&scenario, seam->catalog(), &err);
        assert_true(prepare_with(NULL, model, NULL, &(struct derive_options){0}, &err));
        DEFER(simulation_free) struct simulation fork = simulation_fork(&base, model, from_ns, seam->options);
        simulation_finish(&fork);
        assert_true(simulation_same(&straight, &fork));
    }
}
