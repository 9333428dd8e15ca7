/* Recordings as bytes: what comes back is what was recorded, to the last bit; bytes that are cut, altered or
 * made up are refused, and read nothing that is not theirs, whatever they say. */
#include "engine/base/units.h"
#include "tests/support/slow_build.h"
#include "tests/unit/store/store_folder.h"

enum {
    APPS = 3,
    GPUS = 4,
    CHANGES = 70,
    VARIANTS = 5,
    EVALUATIONS = 300,
    MOVES = 300,
    TURNS = 40,
    PERIODS = 6
};

static int32_t below(uint64_t key, uint64_t *i, uint32_t n)
{
    return (int32_t)random_below(key, (*i)++, n);
}

static double random_number(uint64_t key, uint64_t *i)
{
    static const double special[] = {0, INFINITY, -1e-300, 0.1};
    uint64_t which = random_below(key, (*i)++, 8);
    double number = random_unit(key, (*i)++) * 200 - 100;
    return which < 4 ? special[which] : which == 4 ? (double)NAN : number;
}

/* Every GPU but the first is cut; one instant in three has two changes, as where a reader saw the first. */
static void add_layouts(struct recording *recording, uint64_t key)
{
    static const char *const names[] = {"b1", "b3", "", "xxlarge"};
    uint64_t i = 0;
    for (int g = 1; g < GPUS; g++)
        for (int k = 0; k < CHANGES; k++) {
            struct recorded_layout layout = {.t_ns = (k - (k % 3 == 2)) * INT64_C(1000000007)};
            layout.config = (int16_t)below(key, &i, MIG_CONFIGS);
            layout.phase = (int16_t)below(key, &i, CUT_PHASE_COUNT);
            for (int s = 0; s < mig_configs[layout.config].n; s++) {
                int state = below(key, &i, SLICE_STATE_COUNT);
                bool none = state == SLICE_EMPTY || state == SLICE_STOPPED;
                int app = below(key, &i, APPS),
                    variant = recording_add_variant(recording, names[below(key, &i, 4)]);
                layout.slices[s] = (struct recorded_slice){(int16_t)(none ? -1 : app),
                                                           (int16_t)(none ? -1 : variant), (int16_t)state};
            }
            assert_true(recording_put_layout(recording, g, &layout));
            chronicle_publish(&recording->layouts[g]);
        }
}

static void add_searches(struct recording *recording, uint64_t key)
{
    static const char *const names[] = {"b1", "", "b1", "xx", "b5"};
    uint64_t i = 0;
    recording->n_graph_variants = VARIANTS;
    for (int v = 0; v < VARIANTS; v++)
        recording->graph_variants[v] =
            (struct recorded_variant){.app = v / 3, .variant = recording_add_variant(recording, names[v])};
    for (int k = 0; k < EVALUATIONS; k++) {
        struct evaluation evaluation = {.search = k / 9, .step = k % 9};
        for (double *number = &evaluation.temperature; number <= &evaluation.draw; number++)
            *number = random_number(key, &i);
        evaluation.end_ns = k / 2 * INT64_C(1000000007);
        evaluation.begin_ns = evaluation.end_ns - below(key, &i, 1000);
        evaluation.kind = below(key, &i, EVALUATION_END + 1);
        evaluation.reason = below(key, &i, EVALUATION_REASONS);
        evaluation.replicated = below(key, &i, 2);
        evaluation.compliant = below(key, &i, 2);
        for (int at = 0; at < VARIANTS * MIG_SLICES; at++) {
            evaluation.graph.count[at / MIG_SLICES][at % MIG_SLICES] = (int16_t)below(key, &i, 900);
            evaluation.centre.count[at / MIG_SLICES][at % MIG_SLICES] = (int16_t)below(key, &i, 2);
        }
        assert_true(recording_put_evaluation(recording, &evaluation));
    }
}

static void add_heat(struct recording *recording, uint64_t key)
{
    struct summary *summary = &recording->summary;
    uint64_t i = 0;
    for (int k = 0; k < MOVES; k++) {
        struct pod_move move = {.t_ns = k / 2 * NS_PER_S,
                                .app = below(key, &i, APPS),
                                .number = below(key, &i, 9),
                                .from = below(key, &i, GPUS),
                                .to = below(key, &i, GPUS),
                                .reason = below(key, &i, MOVE_REASON_COUNT)};
        move.from_c = random_number(key, &i);
        move.to_c = random_number(key, &i);
        chronicle_put(&recording->moves, &move);
    }
    for (int k = 0; k < TURNS; k++) {
        struct water_change change = {.t_ns = k * INT64_C(300000000007),
                                      .gpu = below(key, &i, GPUS + 1) - 1,
                                      .reason = below(key, &i, WATER_REASON_COUNT)};
        change.from_c = random_number(key, &i);
        change.to_c = random_number(key, &i);
        change.temp_c = random_number(key, &i);
        chronicle_put(&recording->water, &change);
    }
    for (summary->n_temp_periods = 0; summary->n_temp_periods < PERIODS; summary->n_temp_periods++)
        summary->temp_period_max_c[summary->n_temp_periods] = random_number(key, &i);
    summary_tell_moves(summary, &recording->moves, recording->moves.n);
}

/* Something of all that a recording can have. */
static struct recording *full_recording(uint64_t seed, int buckets)
{
    struct recording *recording = random_recording(seed, buckets, APPS, GPUS, 3);
    add_layouts(recording, random_key(seed, RANDOM_TEST, 3));
    add_searches(recording, random_key(seed, RANDOM_TEST, 9));
    add_heat(recording, random_key(seed, RANDOM_TEST, 5));
    recording_publish(recording, buckets);
    return recording;
}

/* Padding is nobody's. */
static void same_moves(const struct pod_move *x, const struct pod_move *y)
{
    assert_memory_equal(x, y, offsetof(struct pod_move, reason) + sizeof x->reason);
    assert_memory_equal(&x->from_c, &y->from_c, 2 * sizeof x->from_c);
}

static void same_recording(const struct recording *a, const struct recording *b)
{
    static struct sketch_pair x[SKETCH_BINS], y[SKETCH_BINS];
    size_t buckets = (size_t)recording_count(a);
    assert_int_equal(recording_count(b), buckets);
    assert_true(recording_finished(b) && a->bucket_ns == b->bucket_ns && a->end_ns == b->end_ns &&
                a->start_s == b->start_s);
    for (int c = 0; c < RUN_COLUMNS; c++)
        assert_memory_equal(a->run[c], b->run[c], buckets * sizeof(float));
    for (int c = 0; c < APP_COLUMNS; c++)
        assert_memory_equal(a->app[c], b->app[c], APPS * buckets * sizeof(float));
    for (int c = 0; c < GPU_COLUMNS; c++)
        assert_memory_equal(a->gpu[c], b->gpu[c], GPUS * buckets * sizeof(float));
    for (int at = 0; at < APPS * (int)buckets; at++) {
        size_t n = recording_sketch(a, at / (int)buckets, at % (int)buckets, x);
        assert_int_equal(recording_sketch(b, at / (int)buckets, at % (int)buckets, y), n);
        for (size_t k = 0; k < n; k++)
            assert_true(x[k].bin == y[k].bin && x[k].count == y[k].count);
    }
    assert_int_equal(a->n_variants, b->n_variants);
    for (int v = 0; v < a->n_variants; v++)
        assert_string_equal(a->variants[v], b->variants[v]);
    for (int g = 0; g < GPUS; g++) {
        int n = chronicle_count(&a->layouts[g]);
        assert_int_equal(chronicle_count(&b->layouts[g]), n);
        for (int k = 0; k < n; k++)
            assert_memory_equal(chronicle_get(&a->layouts[g], k), chronicle_get(&b->layouts[g], k),
                                sizeof(struct recorded_layout));
    }
    assert_int_equal(b->n_graph_variants, VARIANTS);
    assert_memory_equal(a->graph_variants, b->graph_variants, VARIANTS * sizeof *a->graph_variants);
    assert_int_equal(chronicle_count(&b->evaluations), EVALUATIONS);
    for (int k = 0; k < EVALUATIONS; k++)
        assert_memory_equal(chronicle_get(&a->evaluations, k), chronicle_get(&b->evaluations, k),
                            sizeof(struct evaluation));
    int n = chronicle_count(&a->moves);
    assert_int_equal(chronicle_count(&b->moves), n);
    for (int k = 0; k < n; k++)
        same_moves(chronicle_get(&a->moves, k), chronicle_get(&b->moves, k));
    n = chronicle_count(&a->water);
    assert_int_equal(chronicle_count(&b->water), n);
    for (int k = 0; k < n; k++)
        assert_memory_equal(chronicle_get(&a->water, k), chronicle_get(&b->water, k),
                            sizeof(struct water_change));
    assert_int_equal(a->summary.n_temp_periods, b->summary.n_temp_periods);
    assert_memory_equal(a->summary.temp_period_max_c, b->summary.temp_period_max_c, PERIODS * sizeof(double));
    assert_int_equal(a->summary.n_moves, b->summary.n_moves);
    assert_memory_equal(a->summary.moves, b->summary.moves, sizeof a->summary.moves);
}

/* Sketches of all lengths, with bins next to one another and far apart, and the largest counts. */
FACT(test_sketches)
{
    static struct sketch_pair pairs[SKETCH_BINS], again[SKETCH_BINS];
    uint64_t key = random_key(5, RANDOM_TEST, 0), throws = 0;
    for (int round = 0; round < 100; round++) {
        DEFER(recording_leave) struct recording *recording = recording_create(1, 1, 1);
        uint32_t sparse = 1 + random_below(key, throws++, 50);
        size_t n = 0, size;
        for (uint32_t bin = 0; bin < SKETCH_BINS; bin++)
            if (random_below(key, throws++, sparse) == 0)
                pairs[n++] = (struct sketch_pair){.bin = (uint16_t)bin,
                                                  .count = 1 + (uint32_t)random_u64(key, throws++) / 2};
        assert_true(recording_put_sketch(recording, 0, 0, pairs, n));
        recording_publish(recording, 1);
        recording_finish(recording, 1);
        DEFER(memory_leave) unsigned char *bytes = recording_to_blob(recording, &size);
        DEFER(recording_leave) struct recording *back = recording_from_blob(bytes, size, NULL);
        assert_non_null(back);
        assert_int_equal(recording_sketch(back, 0, 0, again), n);
        assert_memory_equal(pairs, again, n * sizeof *pairs);
    }
}

/* Refused, with a message that says so; the copy is as long as it says, so that reading on is a fault. */
static void refuse(const unsigned char *bytes, size_t n, bool sealed, const char *why)
{
    DEFER(memory_leave) unsigned char *copy = malloc(n ? n : 1);
    memcpy(copy, bytes, n);
    if (sealed)
        recording_blob_seal(copy, n);
    assert_or(!recording_from_blob(copy, n, &err), "%s: read", why);
    if (!strstr(err.message, "the recording of this run is damaged: ") || !strstr(err.message, why))
        fail_msg("%s: %s", why, err.message);
}

FACT(test_what_is_not_whole_is_refused)
{
    DEFER(recording_leave) struct recording *recording = full_recording(1, 4);
    size_t n;
    DEFER(memory_leave) unsigned char *bytes = recording_to_blob(recording, &n);
    uint64_t key = random_key(7, RANDOM_TEST, 0), i = 0;
    for (size_t length = 0; length<n; length += length> 200 ? 98 : 1)
        refuse(bytes, length, false, "");
    for (int k = 0; k < 500; k++) { /* one bit of what the seal is over, or of the head */
        size_t at = random_below(key, i++, (uint32_t)n);
        if (at >= 12 && at < 16)
            continue; /* which nothing reads */
        bytes[at] ^= 4;
        refuse(bytes, n, false, at < 8 ? "it is none" : "");
        bytes[at] ^= 4;
    }
    DEFER(memory_leave) unsigned char *longer = calloc(1, n + 1);
    memcpy(longer, bytes, n);
    *(int64_t *)(void *)(longer + 16) = (int64_t)n + 1;
    refuse(longer, n + 1, true, "it goes on after its end");
    longer[8] = 2;
    refuse(longer, n, true, "it is of a version that this wattif does not know");
}

/* A recording in which one thing is what no run records, as a writer with a fault would write it. */
FACT(test_what_no_run_records_is_refused)
{
    static const char *const why[] = {"a layout has no phase",
                                      "a slice holds what is not there",
                                      "layouts are in no order",
                                      "a step of a search is of no",
                                      "searches are in no order",
                                      "a graph has an app that is not there",
                                      "a graph has less than",
                                      "its water names no GPU",
                                      "its water changes for no reason",
                                      "a move is to no GPU",
                                      "a move has no reason"};
    for (int k = 0; k < (int)(sizeof why / sizeof *why); k++) {
        DEFER(recording_leave) struct recording *recording = full_recording(2, 4);
        struct recorded_layout *layout =
            (struct recorded_layout *)chronicle_get(&recording->layouts[2], CHANGES / 2);
        struct evaluation *evaluation =
            (struct evaluation *)chronicle_get(&recording->evaluations, EVALUATIONS / 2);
        struct water_change *change = (struct water_change *)chronicle_get(&recording->water, 3);
        struct pod_move *move = (struct pod_move *)chronicle_get(&recording->moves, 9);
        size_t n;
        layout->phase = k == 0 ? CUT_PHASE_COUNT : layout->phase;
        layout->slices[0].app = k == 1 ? APPS : layout->slices[0].app;
        layout->t_ns = k == 2 ? -1 : layout->t_ns;
        evaluation->reason = k == 3 ? EVALUATION_REASONS : evaluation->reason;
        evaluation->search = k == 4 ? 0 : evaluation->search;
        recording->graph_variants[3].app = k == 5 ? APPS : recording->graph_variants[3].app;
        evaluation->centre.count[1][1] = k == 6 ? -1 : evaluation->centre.count[1][1];
        change->gpu = k == 7 ? GPUS : 0;
        change->reason = k == 8 ? WATER_REASON_COUNT : 0;
        move->to = k == 9 ? -1 : 0;
        move->reason = k == 10 ? MOVE_REASON_COUNT : 0;
        DEFER(memory_leave) unsigned char *bytes = recording_to_blob(recording, &n);
        refuse(bytes, n, false, why[k]);
    }
}

/* Bytes of a recording that are altered here and there and sealed again: read or refused, nothing else. */
FACT(test_hostile_bytes)
{
    enum { ROUNDS = SLOW_BUILD ? 6000 : 20000 };
    DEFER(recording_leave) struct recording *recording = full_recording(3, 2);
    uint64_t key = random_key(11, RANDOM_TEST, 0), i = 0;
    size_t n;
    unsigned char *whole = recording_to_blob(recording, &n), *bytes = malloc(n);
    int read = 0, refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(bytes, whole, n);
        for (int k = 1 + below(key, &i, 4); k > 0; k--) {
            size_t at = RECORDING_BLOB_HEAD + random_below(key, i++, (uint32_t)n - RECORDING_BLOB_HEAD - 4);
            if (round % 2) /* a count or an index is more often what is near its bounds */
                memcpy(bytes + at, (const int32_t[]){below(key, &i, 6) - 2}, 4);
            else
                bytes[at] = (unsigned char)below(key, &i, 256);
        }
        recording_blob_seal(bytes, n);
        DEFER(recording_leave) struct recording *back = recording_from_blob(bytes, n, &err);
        if (!back && !strstr(err.message, "the recording of this run is damaged: "))
            fail_msg("round %d: %s", round, err.message);
        read += back != NULL;
        refused += !back;
    }
    print_message("%d read, %d refused\n", read, refused);
    assert_true(read > 0 && refused > 0);
    free(bytes);
    free(whole);
}

/* As a run of the store: it comes back from there; what is altered and sealed again is refused by name. */
FACT_OF(test_in_the_store, fresh_store("blob.db"))
{
    DEFER(recording_leave) struct recording *recording = full_recording(4, 20);
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    recording->summary.search = (struct summary_search){5, 40, 30, 20, 0.125};
    recording->summary.reconfigurations = 77;
    strcpy(recording->summary.accounting, "consolidated: 2 GPUs for the load of 10");
    assert_true(store_save_run(store, "whole", "", &scenario, recording, false, &err));
    struct saved_run *run = store_load_run(store, "whole", &err);
    must(run, &err);
    same_recording(recording, run->recording);
    assert_memory_equal(&recording->summary.search, &run->recording->summary.search,
                        sizeof recording->summary.search);
    assert_int_equal(run->recording->summary.reconfigurations, 77);
    assert_string_equal(run->recording->summary.accounting, recording->summary.accounting);
    saved_run_free(run);
    ask(in_folder("blob.db"), "UPDATE run_recording SET recording = zeroblob(5000)");
    assert_null(store_load_run(store, "whole", &err));
    assert_has(err.message, "run 'whole' in this store is damaged");
    reseal_run(in_folder("blob.db"));
    assert_null(store_load_run(store, "whole", &err));
    assert_string_equal(err.message, "the recording of this run is damaged: it is none; delete the run");
    assert_true(store_delete_run(store, "whole", &err));
}
