/* Derived inputs: each number against a run of the engine over the same requests, what cannot carry the load,
 * that neither threads nor being called off change a byte, what the hash tells apart, and bytes that are
 * damaged. */
#include "engine/base/units.h"
#include "engine/explore/prepare.h"
#include "engine/explore/derive/serving.h"
#include "tests/support/clover_model.h"
#include "tests/support/simulate.h"

enum { WARMUP = 2000, REQUESTS = 20000, NEAR = 200000 };

/* As a run is given them, measured anew on so many threads. */
static struct derived *derived_of(struct model *model, int threads)
{
    DEFER(jobs_leave) struct jobs *jobs = jobs_create(threads - 1, -1, &err);
    derived_release(atomic_exchange(&model->pools->derived, NULL));
    must(prepare_with(jobs, model, NULL, &(struct derive_options){0}, &err), &err);
    return derived_retain(model->pools->derived);
}

/* ---- against the engine ---- */

/* The tail of the requests after the warm-up, in the engine, with nothing else changed. */
static double engine_tail_ms(struct scenario *scenario, int64_t requests)
{
    DEFER(model_leave) struct model *model = fixture_model(scenario);
    struct serving_stream *stream = serving_stream_create(model, WARMUP + 1, &err);
    assert_non_null(stream);
    scenario->warmup_s = ns_to_s(stream->apps[0].arrived_ns[WARMUP]);
    scenario->apps[0].requests = WARMUP + requests;
    scenario->hours = NAN;
    serving_stream_free(stream);
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    double tail_ms = simulation.summary.apps[0].tail_ms;
    return tail_ms;
}

/* The tail is the engine's, of the few requests or, where those leave a doubt, of the many. */
static void check_point(const struct scenario *scenario, const struct model *model,
                        const struct derived *derived, int k, int *near)
{
    DEFER(scenario_free) struct scenario fixed;
    assert_true(scenario_copy(&fixed, scenario));
    clover_fix_layout(&fixed, model, &model->pools->clover->graphs[k]);
    double few_ms = engine_tail_ms(&fixed, REQUESTS), tail_ms = derived->points[k].tail_ms[0];
    bool is_close = fabs(few_ms / derived->base.tail_ms[0] - 1) <= 0.05;
    if (is_close || tail_ms < few_ms || tail_ms > few_ms) {
        assert_close(tail_ms, engine_tail_ms(&fixed, NEAR), 0);
        ++*near;
    }
}

FACT(test_table_is_the_engines)
{
    int near = 0, carrying = 0;
    DEFER(scenario_free) struct scenario scenario = clover_scenario(1, 24, 2);
    DEFER(model_leave) struct model *model = clover_model(&scenario, fixture_catalog());
    DEFER(derived_leave) struct derived *derived = derived_of(model, 2);
    assert_int_equal(derived->n_points, model->pools->clover->n_graphs);
    for (int k = 0; k < derived->n_points; k++) {
        struct serving_floor floor = {0};
        for (int g = 0; g < 2; g++)
            serving_floor_add(&floor, model, g, &model->pools->clover->graphs[k]);
        bool carries = serving_utilisation(model, &floor, 0) < 1;
        assert_int_equal(carries, isfinite(derived->points[k].tail_ms[0]));
        assert_int_equal(carries, isfinite(derived->points[k].energy_j));
        carrying += carries;
        if (carries &&
            (k % 7 == 0 || fabs(derived->points[k].tail_ms[0] / derived->base.tail_ms[0] - 1) <= 0.05))
            check_point(&scenario, model, derived, k, &near);
    }
    assert_true(near >= 1);
    assert_true(carrying >= 10 && carrying < derived->n_points);
}

/* BASE is the engine under that scheme, on its own GPUs: two here, where the run has three. Energy: that of
 * its whole run over nominal requests, within four standard errors. */
FACT_FOR(test_base_is_the_engines, clover_scenario(1, 25, 3))
{
    scenario->policy[LAYER_CONFIGURE] = POLICY_CLOVER;
    scenario->clover.n_base = 2;
    DEFER(model_leave) struct model *model = clover_model(scenario, fixture_catalog());
    DEFER(derived_leave) struct derived *derived = derived_of(model, 1);
    assert_int_equal(derived->n_points, 0);
    scenario->policy[LAYER_CONFIGURE] = POLICY_BASE;
    scenario->number[KNOB_GPUS] = 2;
    assert_close(engine_tail_ms(scenario, NEAR), derived->base.tail_ms[0], 0);
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    double energy_j = simulation.summary.energy_it_j / (simulation.summary.horizon_s / 0.025);
    assert_close(energy_j, derived->base.energy_j, 4 * derived->base.energy_se_j);
    assert_true(derived->base.energy_se_j > 0 && derived->base.energy_se_j < 0.01 * energy_j);
    assert_close(derived->base.accuracy_change, 0, 0);
}

/* BASE's own graph on BASE's own GPUs is BASE, so it meets the limit that it sets. */
FACT_FOR(test_base_is_in_the_table, clover_scenario(1, 25, 2))
{
    DEFER(model_leave) struct model *model = clover_model(scenario, fixture_catalog());
    DEFER(derived_leave) struct derived *derived = derived_of(model, 2);
    const struct model_clover *clover = model->pools->clover;
    int base = 0;
    while (!graph_equal(&clover->graphs[base], &clover->apps[0].fixed[FIXED_BASE]))
        base++;
    const struct derived_point *own = &derived->points[base];
    assert_close(own->tail_ms[0], derived->base.tail_ms[0], 0);
    assert_close(own->energy_j, derived->base.energy_j, 0);
}

FACT(test_two_apps)
{
    DEFER(scenario_free)
    struct scenario scenario = clover_scenario(2, 60, 3); /* 70 % of one whole GPU each, so one has two */
    scenario.apps[1].arrivals.mean_gap_ms = 30;
    DEFER(model_leave) struct model *model = clover_model(&scenario, fixture_catalog());
    DEFER(derived_leave) struct derived *derived = derived_of(model, 1);
    assert_int_equal(derived->n_apps, 2);
    for (int a = 0; a < 2; a++) {
        assert_true(derived->base.tail_ms[a] > 42 && isfinite(derived->base.tail_ms[a]));
        assert_true(derived->base.tail_se_ms[a] > 0);
    }
    assert_true(derived->base.tail_ms[1] < derived->base.tail_ms[0]); /* two servers at the same load */
}

FACT_FOR(test_base_cannot_carry_it, clover_scenario(1, 20, 2))
{
    DEFER(model_leave) struct model *model = clover_model(scenario, fixture_catalog());
    assert_null(derive(model, DERIVED_BASE, NULL, &(struct derive_options){0}, &err));
    assert_int_equal(err.kind, ERROR_INPUT);
    assert_string_equal(err.place, "/knobs/load");
    assert_string_equal(
        err.message,
        "BASE cannot carry this load, so it has no tail latency to hold others to: app 'job1' would keep its GPUs (of 2 in all) busy for 105 % of the time; lower load, or raise clover.n_base");
}

/* ---- threads, progress, being called off ---- */

FACT_FOR(test_threads_change_nothing, clover_scenario(1, 25, 2))
{
    DEFER(model_leave) struct model *model = clover_model(scenario, fixture_catalog());
    DEFER(derived_leave) struct derived *one = derived_of(model, 1);
    for (int threads = 2; threads <= 5; threads++) {
        DEFER(derived_leave) struct derived *other = derived_of(model, threads);
        for (int kind = 0; kind < DERIVED_KINDS; kind++) {
            size_t size = 0, other_size = 0;
            assert_true(!one->parts[kind] == !other->parts[kind]);
            if (!one->parts[kind])
                continue; /* what this scenario needs none of */
            unsigned char *bytes = derived_pack(one->parts[kind], &size),
                          *others = derived_pack(other->parts[kind], &other_size);
            assert_int_equal(other_size, size);
            assert_memory_equal(others, bytes, size);
            free(others);
            free(bytes);
        }
    }
}

struct watch {
    _Atomic int progress, told;
    int last, cancel_after;
    struct model *model;
    struct error *error;
    bool done;
    struct job *job;
};

/* Called on one thread here: progress never falls. */
static void watch_told(void *context)
{
    struct watch *watch = context;
    int told = atomic_fetch_add(&watch->told, 1) + 1, progress = atomic_load(&watch->progress);
    assert_true(progress >= watch->last && progress <= 1000);
    watch->last = progress;
    if (told == watch->cancel_after)
        job_cancel(watch->job);
}

static void watched_item(void *context, size_t index, struct job *job)
{
    struct watch *watch = context;
    struct derive_options options = {
        .job = job, .progress = &watch->progress, .tell = watch_told, .context = watch};
    watch->job = job;
    watch->done = prepare_compute(watch->model, NULL, &options, watch->error);
}

static bool watched(struct model *model, struct watch *watch, struct error *error)
{
    DEFER(jobs_leave) struct jobs *jobs = jobs_create(0, -1, error);
    watch->model = model;
    watch->error = error;
    DEFER(job_leave)
    struct job *job = jobs_submit(jobs, JOB_SHOWN, &(struct job_work){1, watched_item, NULL, watch}, error);
    job_help(job, NULL, NULL);
    return watch->done;
}

FACT(test_progress_and_cancel)
{
    struct error error = {.kind = ERROR_SYSTEM};
    struct watch watch = {0};
    DEFER(scenario_free) struct scenario scenario = clover_scenario(1, 25, 2);
    DEFER(model_leave) struct model *model = clover_model(&scenario, fixture_catalog());
    assert_true(watched(model, &watch, &error));
    assert_int_equal(watch.progress, 1000);
    assert_int_equal(watch.told, model->pools->clover->n_graphs);
    derived_release(atomic_exchange(&model->pools->derived, NULL));
    watch = (struct watch){.cancel_after = 10};
    assert_false(watched(model, &watch, &error));
    assert_null(model->pools->derived);
    assert_int_equal(error.kind, ERROR_NONE);
    assert_int_equal(watch.told, 10);
    assert_true(watch.progress > 0 && watch.progress < 1000);
}

/* ---- hash ---- */

struct hashes {
    uint64_t of[DERIVED_KINDS];
};

static struct hashes hashes_of(const struct model *model)
{
    struct hashes hashes;
    for (int kind = 0; kind < DERIVED_KINDS; kind++)
        hashes.of[kind] = derive_key(model, (enum derived_kind)kind).hash;
    return hashes;
}

static struct hashes hashes_after(const struct scenario *scenario, const char *assignment)
{
    DEFER(scenario_free) struct scenario other;
    assert_true(scenario_copy(&other, scenario));
    must(scenario_apply_set(&other, assignment, &err), &err);
    DEFER(model_leave) struct model *model = clover_model(&other, fixture_catalog());
    struct hashes hashes = hashes_of(model);
    return hashes;
}

static uint64_t table_hash(const struct model *model)
{
    return hashes_of(model).of[DERIVED_TABLE];
}

/* Weights and prices measure nothing again; the load, what GPUs draw, and the requests measure all. How many
 * GPUs the scheme has is the table's alone, where BASE has its own; so is what only smaller slices cost. */
FACT(test_hash)
{
    enum { NOTHING, TABLE, ALL };
    static const struct {
        const char *assignment;
        int measured;
    } cases[] = {{"lambda=0.9", NOTHING},
                 {"pue=1.5", NOTHING},
                 {"ci_scale=2", NOTHING},
                 {"slo_scale=2", NOTHING},
                 {"hours=2", NOTHING},
                 {"trace=steps", NOTHING},
                 {"slo_ms.job1=90", NOTHING},
                 {"embodied_multiplier=1", NOTHING},
                 {"gpus=2", TABLE},
                 {"load=0.5", ALL},
                 {"profile_scale.job1=0.5", ALL},
                 {"arrivals=fixed-gap", ALL}};
    enum { CASES = sizeof cases / sizeof *cases };
    struct hashes seen[CASES];
    DEFER(scenario_free) struct scenario scenario = clover_scenario(1, 25, 3);
    scenario.apps[0].slo_ms = 100;
    struct hashes first = hashes_after(&scenario, "load=1");
    assert_true(first.of[DERIVED_BASE] != first.of[DERIVED_TABLE]);
    for (size_t k = 0; k < CASES; k++) {
        seen[k] = hashes_after(&scenario, cases[k].assignment);
        assert_int_equal(seen[k].of[DERIVED_BASE] != first.of[DERIVED_BASE], cases[k].measured == ALL);
        assert_int_equal(seen[k].of[DERIVED_TABLE] != first.of[DERIVED_TABLE], cases[k].measured >= TABLE);
        for (size_t j = 0; j < k && cases[k].measured >= TABLE; j++)
            assert_true(seen[j].of[DERIVED_TABLE] != seen[k].of[DERIVED_TABLE]);
    }
}

/* What is in the document alone: the seed, auxiliary power, and how many GPUs BASE has. */
FACT_FOR(test_hash_of_the_document, clover_scenario(1, 25, 3))
{
    struct hashes first = hashes_after(scenario, "load=1");
    scenario->seed++;
    assert_true(hashes_after(scenario, "load=1").of[DERIVED_BASE] != first.of[DERIVED_BASE]);
    scenario->seed--;
    scenario->p_oi_w = 4;
    assert_true(hashes_after(scenario, "load=1").of[DERIVED_BASE] != first.of[DERIVED_BASE]);
    scenario->p_oi_w = 5;
    scenario->clover.n_base = 2;
    assert_true(hashes_after(scenario, "load=1").of[DERIVED_BASE] != first.of[DERIVED_BASE]);
    scenario->clover.n_base = 3; /* as it was: the whole fleet */
    struct hashes again = hashes_after(scenario, "load=1");
    assert_memory_equal(&again, &first, sizeof first);
}

/* A long workload: the 202,001st arrival ends what is measured, the last one makes the nominal rate. */
FACT(test_hash_of_a_workload)
{
    enum { N = 202010, LAST_DRAWN = WARMUP + NEAR };
    struct workload workload = {
        .kind = WORKLOAD_ARRIVALS, .n = N, .arrival_ns = calloc(N, sizeof *workload.arrival_ns)};
    DEFER(scenario_free) struct scenario scenario = clover_scenario(1, 25, 3);
    DEFER(model_leave) struct model *model = clover_model(&scenario, fixture_catalog());
    model->apps[0].workload = &workload;
    uint64_t hash = table_hash(model);
    workload.arrival_ns[LAST_DRAWN + 1]++;
    assert_true(table_hash(model) == hash);
    workload.arrival_ns[LAST_DRAWN]++;
    assert_true(table_hash(model) != hash);
    hash = table_hash(model);
    model->pools->clover->apps[0].rate_hz *= 2;
    assert_true(table_hash(model) != hash);
    free(workload.arrival_ns);
}

/* BASE gives GPUs by the mean batch, even where batches are the workload's own. */
FACT_FOR(test_hash_of_shares, clover_scenario(2, 60, 4))
{
    for (int a = 0; a < 2; a++)
        strcpy(scenario->apps[a].model, "m1"); /* the larger the batch, the longer it takes */
    for (int g = 0; g < 4; g++)
        scenario->fleets[0].gpus[g].pods[0].variant[0] = '\0';
    DEFER(model_leave) struct model *model = clover_model(scenario, fixture_catalog());
    uint64_t hash = table_hash(model);
    model->scenario.apps[1].batch.mean = 60;
    assert_true(table_hash(model) != hash);
    model->scenario.apps[1].batch.mean = 1;
    assert_true(table_hash(model) == hash);
}

/* ---- bytes ---- */

static struct derived_part *made_up(enum derived_kind kind, int n_apps, int n_points)
{
    uint64_t key = random_key(7, RANDOM_TEST, 0), i = 0;
    struct derived_key name = {kind, random_u64(key, i++)};
    struct derived_part *part = derived_part_create(name, n_apps, n_points);
    assert_non_null(part);
    for (int k = 0; k < n_points; k++) {
        struct derived_point *point = &part->points[k];
        point->energy_j = k == 1 ? INFINITY : random_unit(key, i++);
        point->energy_se_j = random_unit(key, i++);
        point->accuracy_change = -random_unit(key, i++);
        for (int a = 0; a < n_apps; a++) {
            point->tail_ms[a] = k == 1 ? INFINITY : random_unit(key, i++);
            point->tail_se_ms[a] = random_unit(key, i++);
        }
    }
    return part;
}

FACT(test_there_and_back)
{
    static const int shapes[][2] = {{1, 1}, {1, 1282}, {3, 17}, {DERIVED_APPS_MAX, 2}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        struct derived_part *from = made_up(k > 0 ? DERIVED_TABLE : DERIVED_BASE, shapes[k][0], shapes[k][1]);
        size_t size;
        unsigned char *bytes = derived_pack(from, &size);
        struct derived_part *to = derived_unpack(bytes, size);
        assert_non_null(to);
        assert_true(to->key.kind == from->key.kind && to->key.hash == from->key.hash);
        assert_int_equal(to->n_apps, from->n_apps);
        assert_int_equal(to->n_points, from->n_points);
        assert_memory_equal(to->points, from->points, (size_t)to->n_points * sizeof *to->points);
        free(bytes);
        derived_part_release(from);
        derived_part_release(to);
    }
}

/* Any bit turned over, any end cut off, anything added. */
FACT(test_damage)
{
    struct derived_part *part = made_up(DERIVED_TABLE, 2, 5);
    size_t size;
    unsigned char *bytes = derived_pack(part, &size);
    for (size_t k = 0; k < 8 * size; k++) {
        bytes[k / 8] = (unsigned char)(bytes[k / 8] ^ 1 << k % 8);
        assert_null(derived_unpack(bytes, size));
        bytes[k / 8] = (unsigned char)(bytes[k / 8] ^ 1 << k % 8);
    }
    for (size_t n = 0; n < size; n++) {
        DEFER(memory_leave)
        unsigned char *some = malloc(n + 1); /* so that a sanitizer sees whoever reads on */
        memcpy(some, bytes, n);
        assert_null(derived_unpack(some, n));
    }
    unsigned char *more = calloc(1, size + 8);
    memcpy(more, bytes, size);
    assert_null(derived_unpack(more, size + 8));
    free(more);
    free(bytes);
    derived_part_release(part);
}
