/* Searches of saved runs: what comes back is what was saved, to the last bit; SQL can ask about them; damaged
 * rows are refused. */
#include "store/runs/run_evaluations.h"
#include "tests/unit/store/store_support.h"

#include <math.h>

enum { APPS = 2, VARIANTS = 5, EVALUATIONS = 300 };

static double random_number(uint64_t key, uint64_t *i)
{
    static const double special[] = {0, INFINITY, -1e-300, 0.1};
    uint64_t which = random_below(key, (*i)++, 8);
    double number = random_unit(key, (*i)++) * 200 - 100;
    return which < 4 ? special[which] : which == 4 ? (double)NAN : number;
}

static struct graph random_graph(uint64_t key, uint64_t *i)
{
    struct graph graph = {0};
    for (int v = 0; v < VARIANTS; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            if (random_below(key, (*i)++, 4) == 0)
                graph.count[v][s] = (int16_t)random_below(key, (*i)++, 900);
    return graph;
}

static struct recording *recording_with_searches(uint64_t seed)
{
    static const char *const names[] = {"b1", "", "b1", "xx", "b5"};
    struct recording *recording = random_recording(seed, 20, APPS, 1, 2);
    uint64_t key = random_key(seed, RANDOM_TEST, 9), i = 0;

    recording->n_graph_variants = VARIANTS;
    for (int v = 0; v < VARIANTS; v++)
        recording->graph_variants[v] =
            (struct recorded_variant){.app = v / 3, .variant = recording_add_variant(recording, names[v])};
    for (int k = 0; k < EVALUATIONS; k++) {
        struct evaluation evaluation = {.search = k / 9, .step = k % 9};
        double *numbers[] = {&evaluation.temperature,
                             &evaluation.ci,
                             &evaluation.lambda,
                             &evaluation.energy_j,
                             &evaluation.late,
                             &evaluation.tail_ms,
                             &evaluation.accuracy_change,
                             &evaluation.f,
                             &evaluation.h,
                             &evaluation.carbon_change,
                             &evaluation.centre_h,
                             &evaluation.probability,
                             &evaluation.draw};
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
            *numbers[n] = random_number(key, &i);
        evaluation.end_ns = k / 2 * INT64_C(1000000007);
        evaluation.begin_ns = evaluation.end_ns - (int64_t)random_below(key, i++, 1000);
        evaluation.kind = (int32_t)random_below(key, i++, EVALUATION_END + 1);
        evaluation.reason = (int32_t)random_below(key, i++, EVALUATION_REASONS);
        evaluation.replicated = (int32_t)random_below(key, i++, 2);
        evaluation.compliant = (int32_t)random_below(key, i++, 2);
        evaluation.graph = random_graph(key, &i);
        evaluation.centre = random_graph(key, &i);
        assert_true(recording_put_evaluation(recording, &evaluation));
    }
    recording_publish(recording, 20);
    recording->summary.search = (struct summary_search){5, 40, 30, 20, 0.125};
    recording->summary.reconfigurations = 77;
    strcpy(recording->summary.accounting, "consolidated: 2 GPUs for the load of 10");
    return recording;
}

static bool same_bits(const struct evaluation *a, const struct evaluation *b)
{
    struct evaluation x = *a, y = *b;
    double *p = &x.temperature, *q = &y.temperature;
    for (; p <= &x.draw; p++, q++)
        if (isnan(*p) && isnan(*q))
            *p = *q = 0;
    return memcmp(&x, &y, sizeof x) == 0;
}

static void test_they_come_back(void **state)
{
    struct store *store = fresh_store("evaluations.db");
    struct scenario scenario;
    struct error error = {0};

    (void)state;
    assert_true(store_load_scenario(store, "carbondis-set1", &scenario, &error));
    for (uint64_t seed = 0; seed < 3; seed++) {
        struct recording *recording = recording_with_searches(seed);
        assert_true(store_save_run(store, "searched", "", &scenario, recording, seed > 0, &error));
        struct saved_run *run = store_load_run(store, "searched", &error);
        if (!run)
            fail_msg("%s", error.message);
        assert_int_equal(evaluation_history_count(&run->recording->evaluations), EVALUATIONS);
        for (int k = 0; k < EVALUATIONS; k++)
            assert_true(same_bits(evaluation_history_get(&recording->evaluations, k),
                                  evaluation_history_get(&run->recording->evaluations, k)));
        assert_int_equal(run->recording->n_graph_variants, VARIANTS);
        for (int v = 0; v < VARIANTS; v++) {
            const struct recorded_variant *saved = &recording->graph_variants[v],
                                          *loaded = &run->recording->graph_variants[v];
            assert_int_equal(saved->app, loaded->app);
            assert_string_equal(recording->variants[saved->variant],
                                run->recording->variants[loaded->variant]);
        }
        assert_memory_equal(&recording->summary.search, &run->recording->summary.search,
                            sizeof recording->summary.search);
        assert_int_equal(run->recording->summary.reconfigurations, 77);
        assert_string_equal(run->recording->summary.accounting, recording->summary.accounting);
        saved_run_free(run);
        recording_free(recording);
    }
    scenario_free(&scenario);
    store_close(store);
}

static struct store *one_search(const char *name)
{
    struct store *store = fresh_store(name);
    struct recording *recording = random_recording(1, 4, APPS, 1, 1);
    struct scenario scenario;
    struct error error = {0};
    struct evaluation evaluation = {.kind = EVALUATION_BEGIN, .reason = TRIGGER_INTENSITY, .ci = 250};

    assert_true(store_load_scenario(store, "carbondis-set1", &scenario, &error));
    recording->n_graph_variants = 2;
    recording->graph_variants[0] = (struct recorded_variant){1, recording_add_variant(recording, "b1")};
    recording->graph_variants[1] = (struct recorded_variant){1, recording_add_variant(recording, "b7")};
    evaluation.graph.count[1][MIG_3G] = 2;
    evaluation.graph.count[0][MIG_1G] = 1;
    assert_true(recording_put_evaluation(recording, &evaluation));
    evaluation.end_ns = 7;
    evaluation.kind = EVALUATION_END;
    assert_true(recording_put_evaluation(recording, &evaluation));
    recording_publish(recording, 4);
    assert_true(store_save_run(store, "searched", "", &scenario, recording, false, &error));
    recording_free(recording);
    scenario_free(&scenario);
    return store;
}

static void test_rows(void **state)
{
    struct store *store = one_search("rows.db");
    const char *path = in_folder("rows.db");
    struct error error = {0};

    (void)state;
    assert_int_equal(ask(path,
                         "SELECT count(*) FROM run_evaluation WHERE kind = 'begin' AND reason = "
                         "'intensity' AND ci_g_per_kwh = 250 AND graph = '1x1g:0,2x3g:1' AND centre = ''"),
                     1);
    assert_int_equal(ask(path, "SELECT count(*) FROM run_variant WHERE app = 'job2' AND variant = 'b7'"), 1);
    assert_true(store_delete_run(store, "searched", &error));
    assert_int_equal(ask(path, "SELECT count(*) FROM run_evaluation"), 0);
    assert_int_equal(ask(path, "SELECT count(*) FROM run_variant"), 0);
    store_close(store);
}

static void test_damage(void **state)
{
    static const char *const damages[] = {
        "UPDATE run_evaluation SET kind = 'odd'",
        "UPDATE run_evaluation SET reason = 'odd'",
        "UPDATE run_evaluation SET graph = '2x3g'",
        "UPDATE run_evaluation SET graph = '2x3g:'",
        "UPDATE run_evaluation SET graph = '0x3g:1'",
        "UPDATE run_evaluation SET graph = '2x5g:1'",
        "UPDATE run_evaluation SET graph = '2x3g:2'",
        "UPDATE run_evaluation SET graph = '2x3g:1;1x1g:0'",
        "UPDATE run_evaluation SET centre = '99999x3g:1'",
        "UPDATE run_evaluation SET centre = '2'",
        "UPDATE run_evaluation SET end_ns = 9 WHERE number = 0",
        "UPDATE run_evaluation SET search = 1 WHERE number = 0",
        "UPDATE run_variant SET app = 'nobody'",
        "UPDATE run_variant SET number = number + 5",
    };
    (void)state;
    for (size_t k = 0; k < sizeof damages / sizeof *damages; k++) {
        struct store *store = one_search("damage.db");
        struct error error = {0};
        ask(in_folder("damage.db"), damages[k]);
        assert_null(store_load_run(store, "searched", &error));
        assert_non_null(strstr(error.message, "run 'searched' in this store is damaged"));
        reseal_run(in_folder("damage.db"));
        assert_null(store_load_run(store, "searched", &error));
        assert_string_equal(error.message, "a search of this run is damaged; delete the run");
        store_close(store);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_they_come_back),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
