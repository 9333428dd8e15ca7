/* What a saved run keeps of its heat: the periods' hottest, what was done to the water, which pods went
 * where. All of it comes back, SQL can ask about it, it goes with its run, and damaged rows are refused. */
#include "engine/base/units.h"
#include "store/runs/run_heat.h"
#include "tests/unit/store/store_support.h"

#include <math.h>

enum { APPS = 3, GPUS = 4, MOVES = 300, CHANGES = 40, PERIODS = 6 };

static double real_of(uint64_t key, uint64_t *i)
{
    return 30 + 20 * random_unit(key, (*i)++);
}

static struct recording *warm_recording(uint64_t seed)
{
    struct recording *recording = random_recording(seed, 20, APPS, GPUS, 2);
    struct summary *summary = &recording->summary;
    uint64_t key = random_key(seed, RANDOM_TEST, 5), i = 0;

    assert_true(move_history_begin(&recording->moves) && water_history_begin(&recording->water));
    for (int k = 0; k < MOVES; k++) {
        struct pod_move move = {.t_ns = k / 2 * NS_PER_S,
                                .app = (int32_t)random_below(key, i++, APPS),
                                .number = (int32_t)random_below(key, i++, 9),
                                .from = (int32_t)random_below(key, i++, GPUS),
                                .to = (int32_t)random_below(key, i++, GPUS),
                                .reason = (int32_t)random_below(key, i++, MOVE_REASON_COUNT)};
        move.from_c = k % 5 ? real_of(key, &i) : (double)NAN;
        move.to_c = k % 5 ? real_of(key, &i) : (double)NAN;
        move_history_put(&recording->moves, &move);
    }
    for (int k = 0; k < CHANGES; k++)
        water_history_put(
            &recording->water,
            &(struct water_change){.t_ns = k * INT64_C(300000000007),
                                   .from_c = real_of(key, &i),
                                   .to_c = real_of(key, &i),
                                   .temp_c = real_of(key, &i),
                                   .gpu = (int32_t)random_below(key, i++, GPUS),
                                   .reason = (int32_t)random_below(key, i++, WATER_REASON_COUNT)});
    for (summary->n_temp_periods = 0; summary->n_temp_periods < PERIODS; summary->n_temp_periods++)
        summary->temp_period_max_c[summary->n_temp_periods] = real_of(key, &i);
    summary_tell_moves(summary, recording->moves.moves, recording->moves.n);
    move_history_publish(&recording->moves);
    water_history_publish(&recording->water);
    return recording;
}

static bool same_real(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static void same_heat(const struct recording *a, const struct recording *b)
{
    int n = move_history_count(&a->moves);
    assert_int_equal(move_history_count(&b->moves), n);
    for (int k = 0; k < n; k++) {
        const struct pod_move *x = &a->moves.moves[k], *y = &b->moves.moves[k];
        assert_true(x->t_ns == y->t_ns && x->app == y->app && x->number == y->number && x->from == y->from &&
                    x->to == y->to && x->reason == y->reason && same_real(x->from_c, y->from_c) &&
                    same_real(x->to_c, y->to_c));
    }
    n = water_history_count(&a->water);
    assert_int_equal(water_history_count(&b->water), n);
    for (int k = 0; k < n; k++) {
        const struct water_change *x = &a->water.changes[k], *y = &b->water.changes[k];
        assert_true(x->t_ns == y->t_ns && x->gpu == y->gpu && x->reason == y->reason &&
                    same_real(x->from_c, y->from_c) && same_real(x->to_c, y->to_c) &&
                    same_real(x->temp_c, y->temp_c));
    }
    assert_int_equal(a->summary.n_temp_periods, b->summary.n_temp_periods);
    for (int k = 0; k < PERIODS; k++)
        assert_true(same_real(a->summary.temp_period_max_c[k], b->summary.temp_period_max_c[k]));
    assert_int_equal(a->summary.n_moves, b->summary.n_moves);
    for (int k = 0; k < b->summary.n_moves; k++)
        assert_true(same_real(a->summary.moves[k].t_s, b->summary.moves[k].t_s) &&
                    a->summary.moves[k].number == b->summary.moves[k].number);
}

static struct store *saved(const char *name, struct recording *recording)
{
    struct store *store = fresh_store(name);
    struct scenario scenario;
    struct error error = {0};

    assert_true(store_load_scenario(store, "carbondis-set1", &scenario, &error));
    assert_true(store_save_run(store, "warm", "", &scenario, recording, false, &error));
    scenario_free(&scenario);
    return store;
}

static void test_it_comes_back(void **state)
{
    struct error error = {0};

    (void)state;
    for (uint64_t seed = 0; seed < 3; seed++) {
        char name[32];
        snprintf(name, sizeof name, "warm%d.db", (int)seed);
        struct recording *recording = warm_recording(seed);
        struct store *store = saved(name, recording);
        struct saved_run *run = store_load_run(store, "warm", &error);
        assert_non_null(run);
        same_heat(recording, run->recording);
        saved_run_free(run);
        recording_free(recording);
        store_close(store);
    }
}

static void test_rows(void **state)
{
    struct recording *recording = warm_recording(1);
    struct store *store = saved("rows.db", recording);
    const char *path = in_folder("rows.db");
    struct error error = {0};

    (void)state;
    assert_int_equal(ask(path, "SELECT count(*) FROM run_move"), MOVES);
    assert_int_equal(ask(path, "SELECT count(*) FROM run_move WHERE from_c IS NULL"), MOVES / 5);
    assert_int_equal(
        ask(path, "SELECT count(*) FROM run_move WHERE reason IN ('edit', 'cooler', 'in-return')"), MOVES);
    assert_int_equal(ask(path, "SELECT count(*) FROM run_water"), CHANGES);
    assert_int_equal(ask(path, "SELECT count(*) FROM run_period"), PERIODS);
    assert_true(store_delete_run(store, "warm", &error));
    assert_int_equal(ask(path, "SELECT (SELECT count(*) FROM run_move) + (SELECT count(*) FROM run_water) + "
                               "count(*) FROM run_period"),
                     0);
    recording_free(recording);
    store_close(store);
}

/* With a seal that says it is whole, so that what is read is what refuses. */
static void test_damage(void **state)
{
    static const char *const damages[] = {
        "UPDATE run_move SET app = 7 WHERE move = 3", "UPDATE run_move SET to_gpu = -1 WHERE move = 3",
        "UPDATE run_move SET reason = 'whim' WHERE move = 3", "UPDATE run_water SET gpu = 4 WHERE change = 2",
        "UPDATE run_water SET reason = 'whim' WHERE change = 2"};
    struct recording *recording = warm_recording(2);

    (void)state;
    for (size_t k = 0; k < sizeof damages / sizeof *damages; k++) {
        struct error error = {0};
        char name[32];
        snprintf(name, sizeof name, "damage%d.db", (int)k);
        struct store *store = saved(name, recording);
        ask(in_folder(name), damages[k]);
        reseal_run(in_folder(name));
        assert_null(store_load_run(store, "warm", &error));
        assert_int_equal(error.kind, ERROR_SYSTEM);
        assert_string_equal(error.message, k < 3 ? "the list of moves of this run is damaged; delete the run"
                                                 : "the water of this run is damaged; delete the run");
        store_close(store);
    }
    recording_free(recording);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_comes_back),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
