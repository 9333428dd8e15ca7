/* IC-7 .. IC-17 against the record, and what the scenarios of InferCool are: how they are cut and filled,
 * whose water is whose, and that rates are the lesser of the published ones and four fifths of what all pods
 * can serve. */
#include "tests/paper/record.h"

#include "engine/claims/telling.h"
#include "engine/model/pods.h"
#include "tests/support/simulate.h"

enum { COOL_SETTINGS = 5, COOL_LEVELS = 4, COOL_GPUS = 8, COOL_APPS = 7 };

static const struct cool_setting {
    const char *name, *slices; /* sevenths of a GPU, largest first */
    double published;          /* scale of the rate */
} settings[COOL_SETTINGS] = {{"infercool-k8s", "22111", 1},
                             {"infercool-table5a", "1111111", 1},
                             {"infercool-table5b", "1111111", 11.8},
                             {"infercool-table5c", "322", 3.3},
                             {"infercool-table5d", "2221", 5.1}};

static const char *const none[] = {NULL};

/* ---- what is published ---- */

static double number_of(const char *text)
{
    const struct paper *paper = library_paper(&library, "IC");
    const struct terms_scope scope = {paper->terms, 0, 0};
    const struct terms_facts facts = {paper->terms, NULL, NULL};
    const struct expression_names names = terms_names(&scope, NULL, 0);
    struct expression expression;
    assert_true(expression_parse_with(&expression, text, strlen(text), &names, NULL));
    return terms_number(&expression, &facts, NULL);
}

/* IC-N28, IC-N29. */
FACT(test_table_5)
{
    static const double hot[] = {17.27777778, 14.79444444, 13.68888889}, light[] = {37.88333333, 38.0, 37.25};
    char text[128];
    for (int r = 0; r < 3; r++) {
        snprintf(text, sizeof text, "sum(s in 1 to 3, sum(p in 0 to 5, table5(s, %d, p) / 18)) - 33", r);
        assert_true(fabs(number_of(text) - hot[r]) < 1e-8);
        snprintf(text, sizeof text, "mean(p in 0 to 5, table5(0, %d, p))", r);
        assert_true(fabs(number_of(text) - light[r]) < 1e-8);
    }
}

/* The row of IC-12 quotes the table that it is held against, cell by cell. */
FACT(test_table_5_is_quoted)
{
    const struct expectation *row = &library_paper(&library, "IC")->expectations[11];
    const char *at = row->expected;
    assert_string_equal(row->id, "IC-12");
    for (int cell = 0; cell < 4 * 3 * 6; cell++) {
        char text[64];
        snprintf(text, sizeof text, "table5(%d, %d, %d)", cell / 18, cell / 6 % 3, cell % 6);
        snprintf(text, sizeof text, "%.1f", number_of(text));
        at = strstr(at, text);
        assert_non_null(at);
        at += strlen(text);
    }
}

/* ---- the scenarios ---- */

static double trace_mean(void)
{
    const struct catalog *catalog = store_catalog(library.store);
    const struct workload *workload = catalog->workload(catalog->context, "twitter-like-30min", &err);
    double sum = 0;
    assert_non_null(workload);
    for (size_t k = 0; k < workload->n; k++)
        sum += workload->rate[k];
    return sum / (double)workload->n;
}

/* Requests a second that an app's pods can serve, each alone on its slice. */
static double served_hz(const struct app *app)
{
    const struct catalog *catalog = store_catalog(library.store);
    const struct profile_set *set = catalog->profile(catalog->context, app->model, &err);
    double sum_ms = 0;
    int n = 0;
    assert_non_null(set);
    for (size_t k = 0; k < set->n; k++)
        if (strcmp(set->rows[k].slice, app->pods.slice) == 0 && set->rows[k].batch >= app->batch.min &&
            set->rows[k].batch <= app->batch.max) {
            sum_ms += set->rows[k].latency_ms;
            n++;
        }
    assert_int_equal(n, app->batch.max - app->batch.min + 1);
    return app->pods.count * 1000 * n / sum_ms;
}

FACT(test_scenarios)
{
    for (int s = 0; s < COOL_SETTINGS; s++) {
        DEFER(scenario_free) struct scenario scenario = library_load(&library, settings[s].name, none);
        const struct fleet *fleet = &scenario.fleets[0];
        assert_int_equal(fleet->n_gpus, COOL_GPUS);
        for (int g = 0; g < COOL_GPUS; g++) {
            const struct gpu *gpu = &fleet->gpus[g];
            char sizes[PODS_MAX + 1] = "";
            for (int size = 7; size > 0; size--)
                for (int p = 0; p < gpu->n_pods; p++)
                    if (gpu->pods[p].slice[0] - '0' == size)
                        sizes[strlen(sizes)] = gpu->pods[p].slice[0];
            assert_string_equal(sizes, settings[s].slices);
            assert_string_equal(gpu->type, "A100-40GB");
            assert_string_equal(gpu->node, g < 4 ? "node01" : "node02");
            assert_int_equal(gpu->upstream, g % 2 == 0 ? g + 1 : -1); /* 02 feeds 01, 04 feeds 03 */
            assert_true(gpu->clock_mhz == 1350 && gpu->idle_w == 46.7);
        }
        /* Shares by what pods can serve; the whole at the adopted scale. */
        double all_hz = 0, slices = 0, adopted;
        char told[64];
        for (int a = 0; a < scenario.n_apps; a++)
            all_hz += served_hz(&scenario.apps[a]);
        adopted = fmin(settings[s].published, 0.8 * all_hz / trace_mean());
        for (int a = 0; a < scenario.n_apps; a++) {
            const struct app *app = &scenario.apps[a];
            double scale = adopted * served_hz(app) / all_hz;
            assert_true(app->arrivals.kind == ARRIVAL_RATES && !app->arrivals.even);
            assert_string_equal(app->arrivals.workload, "twitter-like-30min");
            assert_true(fabs(app->arrivals.scale - scale) < 1e-5 * scale);
            assert_int_equal(app->batch.kind, BATCH_UNIFORM);
            assert_int_equal(app->batch.max, strcmp(app->model, "diffusion-v1.5") == 0 ? 2 : 16);
            slices += app->pods.count;
        }
        assert_true(slices == pods_count(&scenario));
        snprintf(told, sizeof told, "is %g, adopted %.5g", settings[s].published,
                 adopted); /* both are said */
        assert_non_null(strstr(scenario.notes, told));
        assert_int_equal(pods_count(&scenario),
                         COOL_GPUS * (int)strlen(settings[s].slices)); /* none is empty */
        assert_true(scenario.power == POWER_SUPERPOSE_COMP && scenario.hours == 0.5);
        assert_int_equal(scenario.policy[LAYER_PLACE], POLICY_K8S);
        assert_int_equal(scenario.policy[LAYER_ROUTE], POLICY_ROUND_ROBIN);
    }
}

/* Three minutes of each, at each level: states are sound, the requests are the same, and temperatures lie
 * between the water's and what the greatest power leads to behind another at that power. */
FACT(test_levels)
{
    static const char *const levels[COOL_LEVELS] = {"reassignment_level=0", "reassignment_level=1",
                                                    "reassignment_level=2", "reassignment_level=3"};
    for (int s = 0; s < COOL_SETTINGS; s += THINNED(4, 1)) {
        int64_t arrived[COOL_APPS] = {0};
        for (int level = 0; level < COOL_LEVELS; level++) {
            const char *const with[] = {"hours=0.05", levels[level], NULL};
            DEFER(scenario_free) struct scenario scenario = library_load(&library, settings[s].name, with);
            DEFER(simulation_free)
            struct simulation simulation = simulate_with(&scenario, store_catalog(library.store));
            const struct summary *summary = &simulation.summary;
            assert_true(summary->temp_max_c < 30 + 0.0174 * 265 + 0.2425 + 265 / 13.);
            for (int g = 0; g < COOL_GPUS; g++)
                assert_true(summary->gpus[g].temp_max_c > 30 + 46.7 / 13);
            for (int a = 0; a < summary->n_apps; a++) {
                assert_true(level == 0 || summary->apps[a].arrived == arrived[a]);
                arrived[a] = summary->apps[a].arrived;
            }
        }
    }
}

/* ---- the claims ---- */

FACT(test_claims)
{
    if (SLOW_BUILD) {
        print_message("skipped: ten million requests are left to optimised builds\n");
        skip();
    }
    free(record_find(library_paper(&library, "IC"), true, false));
}

FACTS_BETWEEN(open_library, close_library)
