/* Accuracy over several apps, against sums written out by hand, and where it is not known. */
#include "engine/answers/objective.h"
#include "engine/base/text.h"
#include "tests/support/simulate.h"

static void put(struct summary *summary, int app, int64_t finished, double accuracy, const char *metric)
{
    struct summary_app *out = &summary->apps[app];
    summary->n_apps = app + 1;
    out->finished = finished;
    out->accuracy = accuracy;
    text_copy(out->accuracy_metric, sizeof out->accuracy_metric, metric);
}

/* One metric: requests weigh. Another, or none, and there is no mean. */
FACT(test_overall)
{
    struct summary summary = {0};
    put(&summary, 0, 300, 80, "top1");
    put(&summary, 1, 100, 60, "top1");
    put(&summary, 2, 0, NAN, "top1"); /* nobody came: nothing to know */
    assert_close(accuracy_overall(&summary), 75, 1e-12);
    summary.apps[2].finished = 1;
    assert_true(isnan(accuracy_overall(&summary)));
    put(&summary, 2, 0, 50, "f1");
    assert_true(isnan(accuracy_overall(&summary)));
    put(&summary, 2, 0, 50, "");
    assert_true(isnan(accuracy_overall(&summary)) && !accuracy_is_known(&summary.apps[2]));
    assert_true(isnan(accuracy_overall(&(struct summary){0})));
}

/* Equation 1, weighted by requests: (3 x -10 % + 1 x -50 %) / 4. */
FACT(test_change)
{
    struct summary summary = {0};
    struct model_clover clover = {.n_apps = 2, .apps = {{.base_accuracy = 80}, {.base_accuracy = 0.5}}};
    const int both[] = {0, 1};
    struct model_pool pool = {.clover = &clover, .n_apps = 2, .apps = both};
    struct model model = {.n_pools = 1, .pools = &pool};
    put(&summary, 0, 300, 72, "top1");
    put(&summary, 1, 100, 0.25, "f1");
    assert_close(accuracy_change(&model, &summary), -20, 1e-12);
    summary.apps[1].accuracy = NAN; /* does not count, nor do its requests */
    assert_close(accuracy_change(&model, &summary), -10, 1e-12);
    summary.apps[0].finished = 0;
    assert_true(isnan(accuracy_change(&model, &summary)));
    pool.clover = NULL;
    summary.apps[0].finished = 300;
    assert_true(isnan(accuracy_change(&model, &summary)));
}

/* A run against itself loses nothing; against another, app by app in one metric, by this run's requests. */
FACT(test_against)
{
    struct summary now = {0}, then = {0};
    put(&now, 0, 300, 72, "top1");
    put(&now, 1, 100, 0.25, "f1");
    put(&then, 0, 1, 80, "top1");
    put(&then, 1, 999, 0.5, "f1");
    assert_close(accuracy_against(&now, &now), 0, 0);
    assert_close(accuracy_against(&now, &then), -20, 1e-12);
    assert_close(accuracy_against(&then, &now), (1 * 100 * (80 / 72. - 1) + 999 * 100) / 1000, 1e-9);
    put(&then, 1, 999, 0.5, "mAP");
    assert_close(accuracy_against(&now, &then), -10, 1e-12);
    put(&then, 0, 1, NAN, "top1");
    assert_true(isnan(accuracy_against(&now, &then)));
}
