/* GPUs from a recording against sums over its columns written out, histories that add up however many points
 * they have, and queues that are somebody's. */
#include "engine/answers/gpus.h"
#include "engine/base/units.h"
#include "tests/support/simulate.h"

static struct simulation run;
static struct run_view view;

static int set_up(void **state)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 400, 20000);
    run = simulate(&scenario);
    view = (struct run_view){run.recording, run.model, run.run};
    return 0;
}

static int tear_down(void **state)
{
    simulation_free(&run);
    return 0;
}

static double cell(enum gpu_column column, int gpu, int bucket)
{
    return (double)run.recording->gpu[column][gpu * run.recording->n_buckets + bucket];
}

FACT(test_totals)
{
    int n = recording_count(run.recording);
    for (int gpu = 0; gpu < run.recording->n_gpus; gpu++) {
        struct gpu_totals totals = gpus_totals(&view, gpu);
        double least = INFINITY, most = 0, queue = 0, seconds = 0, longest = 0;
        for (int b = 0; b < n; b++) {
            least = fmin(least, cell(COLUMN_POWER_MIN, gpu, b));
            most = fmax(most, cell(COLUMN_POWER_MAX, gpu, b));
            longest = fmax(longest, cell(COLUMN_GPU_QUEUE_MAX, gpu, b));
            queue += cell(COLUMN_GPU_QUEUE_MEAN, gpu, b) * recording_width_s(run.recording, b);
            seconds += recording_width_s(run.recording, b);
        }
        assert_close(totals.energy_j, run.summary.gpus[gpu].energy_j, 1e-4 * totals.energy_j);
        assert_close(totals.power_min_w, least, 0);
        assert_close(totals.power_max_w, most, 0);
        assert_close(totals.queue_max, longest, 0);
        assert_close(totals.queue_mean, queue / seconds, 1e-12);
        assert_close(gpus_busy_share(run.recording, gpu, run.recording->end_ns - 1, run.recording->end_ns),
                     run.summary.gpus[gpu].busy_s / run.summary.horizon_s, 1e-5);
    }
}

/* Points that are whole buckets: the run's busy time and energy come back; the greatest is one of them. */
FACT(test_histories)
{
    enum { POINTS = 4096 };
    static float points[POINTS];
    int n = recording_count(run.recording);
    int64_t end_ns = n * run.recording->bucket_ns;
    for (int gpu = 0; gpu < run.recording->n_gpus; gpu++) {
        double busy_s = 0, joules = 0, most = 0;
        double greatest = gpus_history(run.recording, gpu, GPU_BUSY_SHARE, 0, end_ns, n, points);
        for (int b = 0; b < n; b++) {
            busy_s += (double)points[b] * recording_width_s(run.recording, b);
            most = fmax(most, (double)points[b]);
            assert_in_range((int)(points[b] * 1000), 0, 1001);
        }
        assert_close(greatest, most, 0);
        assert_close(busy_s, run.summary.gpus[gpu].busy_s, 1e-4 * busy_s);
        gpus_history(run.recording, gpu, GPU_POWER, 0, end_ns, n, points);
        for (int b = 0; b < n; b++)
            joules += (double)points[b] * recording_width_s(run.recording, b);
        assert_close(joules, run.summary.gpus[gpu].energy_j, 1e-4 * joules);
        double queue = gpus_history(run.recording, gpu, GPU_QUEUE, 0, end_ns, 7, points);
        assert_close(queue, gpus_totals(&view, gpu).queue_max, 0);
    }
    gpus_history(run.recording, 0, GPU_POWER, end_ns, 2 * end_ns, 3, points);
    assert_true(isnan(points[0]) && isnan(points[2])); /* behind the end */
}

FACT(test_classes)
{
    const struct summary *total = &run.summary;
    struct curves *curves = curves_create(run.recording->n_apps, run.recording->n_gpus);
    struct curve_window window = {0, run.recording->end_ns, 50, NS_PER_HOUR, 0};
    float points[CURVE_POINTS];
    assert_string_equal(gpus_class_type(run.recording, CLASS_HIGH), "A100-40GB");
    assert_string_equal(gpus_class_type(run.recording, CLASS_LOW), "P4");
    assert_null(gpus_class_type(run.recording, CLASS_NONE));
    double low_s = total->gpus[0].busy_s + total->gpus[1].busy_s + total->gpus[2].busy_s;
    assert_close(gpus_class_share(run.recording, total, CLASS_LOW), 100 * low_s / 3 / total->horizon_s, 1e-9);
    assert_close(gpus_class_share(run.recording, total, CLASS_COUNT),
                 100 * (low_s + total->gpus[3].busy_s) / 4 / total->horizon_s, 1e-9);
    assert_close(gpus_class_share(run.recording, &(struct summary){0}, CLASS_LOW), 0, 0);
    curves_update(curves, &view, &window, true);
    gpus_class_curve(run.recording, curves, CLASS_LOW, points);
    for (int p = 0; p < curves->points; p++) {
        double mean =
            ((double)curves->busy[0][p] + (double)curves->busy[1][p] + (double)curves->busy[2][p]) / 3;
        assert_close((double)points[p], 100 * mean, 1e-4);
    }
    gpus_class_curve(run.recording, curves, CLASS_NONE, points);
    assert_true(isnan(points[0]));
    curves_free(curves);
}

/* Who owns a GPU waits for it; under fifo-pull nobody waits for a GPU of its own. */
FACT(test_whose_queue)
{
    struct instant instant = {.waiting = {3, 0, 0}};
    int64_t queue;
    for (int i = 0; i < run.model->n_instances; i++)
        instant.instances[i].app = -1;
    memcpy(instant.seats, run.model->gpu_instances, (size_t)run.model->n_instances * sizeof *instant.seats);
    assert_int_equal(gpus_busy_instance(run.model, &instant, 0, &queue), -1);
    assert_int_equal(queue, 3);
    int high = run.model->gpu_instances[run.model->gpus[3].first_instance];
    instant.instances[high] = (struct instant_instance){.app = 2, .queue = 5};
    assert_int_equal(gpus_busy_instance(run.model, &instant, 3, &queue), high);
    assert_int_equal(queue, 5);
    DEFER(recording_leave) struct recording *nobody = recording_create(2, 1, 1);
    struct model pulled = {.scenario.policy[LAYER_ROUTE] = POLICY_FIFO_PULL};
    nobody->gpus[0].owner = -1;
    recording_publish(nobody, 1);
    assert_true(isnan(gpus_totals(&(struct run_view){nobody, &pulled, NULL}, 0).queue_max));
    assert_close(gpus_totals(&(struct run_view){nobody, NULL, NULL}, 0).queue_max, 0, 0);
}

/* Of apps that share a GPU in turns the one whose turn it is; between turns the first that has work. */
FACT(test_whose_turn)
{
    struct model_gpu gpu = {.n_slots = 3, .owner = -1};
    struct model turns = {.gpus = &gpu};
    struct instant instant = {.seats = {0, 1, 2}};
    int64_t queue;
    instant.instances[0] = (struct instant_instance){.app = -1};
    instant.instances[1] = (struct instant_instance){.app = 1, .ends_ns = -1};
    instant.instances[2] = (struct instant_instance){.app = 2, .ends_ns = 5};
    assert_int_equal(gpus_busy_instance(&turns, &instant, 0, &queue), 2);
    instant.instances[2].ends_ns = -1;
    assert_int_equal(gpus_busy_instance(&turns, &instant, 0, &queue), 1);
}

FACTS_BETWEEN(set_up, tear_down)
