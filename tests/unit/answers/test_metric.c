/* The table of metrics: rows that cannot be mistaken for each other, fields that lie where their rows say,
 * values that are made of others against what they are made of, and which way is better. */
#include "engine/answers/metric.h"
#include "tests/support/test.h"

#include <ctype.h>

enum { PARTS = 2 };

static int parts_of(enum metric metric)
{
    return metric_scope_of(metric) == METRIC_OF_RUN ? 1 : PARTS;
}

FACT(test_rows_are_told_apart)
{
    for (int a = 0; a < METRIC_COUNT; a++) {
        const struct metric_info *one = &metric_infos[a];
        assert_true(*one->title && strlen(one->key) > 1);
        for (const char *c = one->column; *c; c++)
            assert_true(islower((unsigned char)*c) || isdigit((unsigned char)*c) || *c == '_');
        for (int b = 0; b < a; b++) {
            const struct metric_info *other = &metric_infos[b];
            if (metric_scope_of((enum metric)a) != metric_scope_of((enum metric)b))
                continue;
            assert_string_not_equal(one->column, other->column);
            assert_false(one->group == other->group && strcmp(one->key, other->key) == 0);
        }
    }
}

/* Of 0 and 1 for flags, another for each metric and part else. */
static double sample(enum metric metric, int part)
{
    bool flag = metric_infos[metric].unit == UNIT_FLAG;
    int m = (int)metric;
    return flag ? (m + part) % 2 : 1000 * (part + 1) + m;
}

FACT(test_fields_keep_what_is_put_in)
{
    DEFER(memory_leave) struct summary *summary = calloc(1, sizeof *summary);
    const struct metric_source source = {summary, NULL, NULL};
    int fields = 0;
    assert_non_null(summary);
    summary->n_apps = summary->n_gpus = PARTS;
    for (int m = 0; m < METRIC_COUNT; m++)
        for (int part = 0; part < parts_of((enum metric)m); part++)
            fields += metric_restore((enum metric)m, summary, part, sample((enum metric)m, part));
    assert_true(fields > METRIC_COUNT);
    for (int m = 0; m < METRIC_COUNT; m++)
        for (int part = 0; part < parts_of((enum metric)m); part++)
            if (metric_infos[m].value.storage != STORED_NOT)
                assert_true(metric_kept((enum metric)m, &source, part) == sample((enum metric)m, part));
    assert_true(metric_value(METRIC_CARBON, &source, 0) == sample(METRIC_CARBON, 0));
    assert_true(summary->gpus[1].energy_j == sample(METRIC_GPU_ENERGY, 1));
    metric_restore(METRIC_REQUESTS, summary, 0, (double)NAN); /* an older store knows nothing of it */
    metric_restore(METRIC_HORIZON, summary, 0, (double)NAN);
    assert_true(summary->requests == 0 && isnan(summary->horizon_s));
}

/* Two apps, of which the second misses its SLO, and two GPUs. */
static struct summary *made_up(void)
{
    struct summary *summary = calloc(1, sizeof *summary);
    assert_non_null(summary);
    *summary = (struct summary){.horizon_s = 100,
                                .requests = 40,
                                .carbon_total_g = 8,
                                .energy_total_j = 600,
                                .n_apps = 2,
                                .n_gpus = 2};
    summary->carbon_g[LEDGER_ACTIVE] = 6;
    summary->carbon_g[LEDGER_IDLE] = 2;
    summary->apps[0] = (struct summary_app){.finished = 30,
                                            .violations = 3,
                                            .high_end_uses = 5,
                                            .tail_ms = 50,
                                            .slo_ms = 100,
                                            .slo_met = true,
                                            .accuracy = 80,
                                            .accuracy_metric = "top1_pct"};
    summary->apps[1] = (struct summary_app){.finished = 10,
                                            .violations = 4,
                                            .high_end_uses = 6,
                                            .tail_ms = 30,
                                            .slo_ms = 20,
                                            .accuracy = 60,
                                            .accuracy_metric = "top1_pct"};
    summary->gpus[0] = (struct summary_gpu){.busy_s = 25, .energy_j = 400};
    return summary;
}

FACT(test_values_that_are_made)
{
    DEFER(memory_leave) struct summary *summary = made_up();
    const struct metric_source source = {summary, NULL, NULL};
    const struct {
        enum metric metric;
        int part;
        double value;
    } cases[] = {{METRIC_LATE, 0, 7},
                 {METRIC_HIGH_END_USES, 0, 11},
                 {METRIC_WORST_OF_SLO, 0, 1.5},
                 {METRIC_SLO_MET, 0, 0},
                 {METRIC_ACCURACY, 0, 75},
                 {METRIC_IDLE_SHARE, 0, 0.25},
                 {METRIC_CARBON_PER_REQUEST, 0, 0.2},
                 {METRIC_ENERGY_PER_REQUEST, 0, 15},
                 {METRIC_APP_OF_SLO, 0, 0.5},
                 {METRIC_APP_OF_SLO, 1, 1.5},
                 {METRIC_APP_SLO_MET, 0, 1},
                 {METRIC_APP_SLO_MET, 1, 0},
                 {METRIC_APP_ACCURACY, 1, 60},
                 {METRIC_GPU_BUSY_SHARE, 0, 0.25},
                 {METRIC_GPU_POWER, 0, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (metric_value(cases[i].metric, &source, cases[i].part) != cases[i].value)
            fail_msg("%s: %g, not %g", metric_infos[cases[i].metric].title,
                     metric_value(cases[i].metric, &source, cases[i].part), cases[i].value);
}

FACT(test_what_is_not_known)
{
    DEFER(memory_leave) struct summary *summary = made_up();
    const struct metric_source source = {summary, NULL, NULL};
    summary->requests = 0;
    summary->apps[0].slo_ms = summary->apps[1].slo_ms = (double)NAN;
    summary->apps[0].accuracy_metric[0] = '\0';
    static const enum metric unknown[] = {
        METRIC_CARBON_PER_REQUEST, METRIC_WORST_OF_SLO,    METRIC_APP_SLO_MET,
        METRIC_APP_OF_SLO,         METRIC_APP_ACCURACY,    METRIC_ACCURACY,
        METRIC_SEARCHES,           METRIC_ACCURACY_CHANGE, METRIC_SAVED};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_or(isnan(metric_value(unknown[i], &source, 0)), "%s is known", metric_infos[unknown[i]].title);
}

FACT(test_keys)
{
    static const struct {
        enum metric metric;
        int part;
        const char *key;
    } cases[] = {{METRIC_REQUESTS, 0, "requests"},
                 {METRIC_CARBON, 0, "carbon_g.total"},
                 {METRIC_APP_P95, 3, "apps.3.p95_ms"},
                 {METRIC_GPU_ENERGY, 12, "gpus.12.energy_j"}};
    char key[48];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        metric_key(cases[i].metric, cases[i].part, key, sizeof key);
        assert_string_equal(key, cases[i].key);
    }
}

FACT(test_text_for_people)
{
    static const struct {
        enum metric metric;
        double value;
        const char *text;
    } cases[] = {{METRIC_CARBON, 223.5117, "223.512"},
                 {METRIC_ENERGY, 4130000, "1.1472"},
                 {METRIC_APP_SLO, 33.35, "33.35"},
                 {METRIC_APP_SLO, 806.687779, "806.7"},
                 {METRIC_APP_SLO, 250, "250"},
                 {METRIC_APP_OF_SLO, 0.8479, "84.8"},
                 {METRIC_CARBON_PER_REQUEST, 0.0022351, "2.2351"},
                 {METRIC_APP_LATE, 12, "12"},
                 {METRIC_SLO_MET, 1, "yes"},
                 {METRIC_SLO_MET, 0, "no"},
                 {METRIC_APP_ACCURACY, NAN, "-"}};
    char text[48];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        metric_format(cases[i].metric, cases[i].value, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}

FACT(test_which_way_is_better)
{
    assert_int_equal(metric_judge(METRIC_CARBON, 1, 2), 1);
    assert_int_equal(metric_judge(METRIC_CARBON, 2, 1), -1);
    assert_int_equal(metric_judge(METRIC_CARBON, 2, 2), 0);
    assert_int_equal(metric_judge(METRIC_IDLE_SHARE, 0.6, 0.5), 0);
    assert_int_equal(metric_judge(METRIC_WORST_OF_SLO, 0.9, 0.1), 0); /* both within the SLO */
    assert_int_equal(metric_judge(METRIC_WORST_OF_SLO, 1.1, 0.1), -1);
    assert_int_equal(metric_judge(METRIC_WORST_OF_SLO, 1.1, 1.2), 1);
    assert_int_equal(metric_judge(METRIC_WORST_OF_SLO, 0.2, 0), -1); /* a difference */
    assert_int_equal(metric_judge(METRIC_CARBON, NAN, 2), 0);
    assert_int_equal(metric_judge(METRIC_ACCURACY, 2, 1), 1);
    assert_int_equal(metric_judge(METRIC_ACCURACY, 1, 2), -1);
    assert_int_equal(metric_judge(METRIC_REQUESTS, 1, 2), 0);
}
