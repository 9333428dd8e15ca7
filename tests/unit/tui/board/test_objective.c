/* The objective panel over a run with a hand-made Clover: f against the recorded columns, the best found and
 * ORACLE's line against a slow search, what is said where there is no table or nothing is measured yet, where
 * no configuration meets the SLO, the accounting, and any size. */
#include "tests/unit/tui/mixed_support.h"

enum { POINTS = 5, TRIED = 4 };
static const double rate_hz = 10, base_j = 30;

static struct derived_point points[POINTS] = {
    {.energy_j = 12, .accuracy_change = -20, .tail_ms = {200}},
    {.energy_j = 18, .accuracy_change = -10, .tail_ms = {250}},
    {.energy_j = 25, .accuracy_change = -2, .tail_ms = {250}},
    {.energy_j = 30, .accuracy_change = 0, .tail_ms = {150}},
    {.energy_j = 2, .accuracy_change = -22, .tail_ms = {INFINITY}}, /* cannot carry the load */
};
static struct derived derived;
static struct model_clover clover;

/* Ends at; then J a request, per cent, over its limit. */
static const struct {
    double end_s, energy_j, accuracy_change, late;
    int kind;
} tried[TRIED] = {{1200, 25, -2, 0.8, EVALUATION_MEASURED},
                  {1400, 5, -1, 1.3, EVALUATION_MEASURED}, /* the best by far, but late */
                  {3900, 18, -10, 0.9, EVALUATION_MEASURED},
                  {4000, 12, -20, 0.9, EVALUATION_CACHED}};

static void tell(struct recording *recording, double begin_s, double end_s, int kind, int reason)
{
    struct evaluation told = {
        .begin_ns = ns_from_s(begin_s), .end_ns = ns_from_s(end_s), .kind = kind, .reason = reason};
    assert_true(chronicle_put(&recording->evaluations, &told));
}

/* Gives the run that is shown a Clover, as if it had been one of its schemes'; its layouts stay manual, so
 * that instants can be simulated again. */
static void inject(struct desk *desk, bool measured, int n_points)
{
    struct result *result = desk->explorer->results.current;
    clover = (struct model_clover){.n_gpus = 2, .n_apps = 1, .replicated = true, .settings.c_base_ci = 250};
    clover.apps[0] = (struct clover_app){.n = 2, .base_accuracy = 0.9, .rate_hz = rate_hz};
    clover.variants[0] = (struct clover_variant){.accuracy = 0.7};
    clover.variants[1] = (struct clover_variant){.accuracy = 0.9};
    derived = (struct derived){.n_apps = 1,
                               .base = {.energy_j = base_j, .tail_ms = {300}},
                               .n_points = n_points,
                               .points = points,
                               .references = 1000};
    result->model->pools->clover = &clover;
    result->model->scenario.apps[0].slo_base = true; /* so that it has an accounting */
    result->model->scenario.policy[LAYER_CONFIGURE] = POLICY_CLOVER;
    atomic_store(&result->model->pools->derived, measured ? &derived : NULL);
    quality_free(desk->scene.now->quality);
    struct run_view view = result_view(result);
    desk->scene.now->quality = quality_create(&view, mixed_catalog());
    assert_non_null(desk->scene.now->quality);
    desk_draw(desk);
}

static struct desk *open_clover(int columns, int rows, bool measured, int n_points, int last_reason)
{
    DEFER(scenario_free) struct scenario scenario = mixed_scenario(1, 2, 100);
    fixture_sets(&scenario, "mig.gpu0=7g:job1/large", "mig.gpu1=7g:job1/large");
    fixture_ats(&scenario, "3600:mig.gpu1=4g:job1/small,2g:job1/small,1g:job1/small", "5400:lambda=0.2");
    struct desk *desk = mixed_desk(&scenario, columns, rows);
    struct recording *own_recording = desk->explorer->results.current->recording;
    for (int i = 0; i < TRIED; i++) {
        if (i % 2 == 0)
            tell(own_recording, tried[i].end_s - 100, tried[i].end_s - 100, EVALUATION_BEGIN,
                 TRIGGER_INTENSITY);
        struct evaluation told = {.begin_ns = ns_from_s(tried[i].end_s - 100),
                                  .end_ns = ns_from_s(tried[i].end_s),
                                  .kind = tried[i].kind,
                                  .compliant = tried[i].late <= 1,
                                  .energy_j = tried[i].energy_j,
                                  .accuracy_change = tried[i].accuracy_change,
                                  .late = tried[i].late,
                                  .tail_ms = 300 * tried[i].late};
        assert_true(chronicle_put(&own_recording->evaluations, &told));
        if (i % 2)
            tell(own_recording, tried[i].end_s, tried[i].end_s, EVALUATION_END,
                 i == TRIED - 1 ? last_reason : KEPT_BEST);
    }
    chronicle_publish(&own_recording->evaluations);
    inject(desk, measured, n_points);
    return desk;
}

static void leave_clover(struct desk **desk)
{
    struct model *model = (*desk)->explorer->results.current->model;
    model->pools->clover = NULL;
    atomic_store(&model->pools->derived, NULL);
    desk_leave(desk);
}

#define FACT_ON_CLOVER(name, opened) FACT_ABOUT(name, struct desk *, desk, opened, leave_clover, NULL, NULL)

static double lambda_at(double t_s)
{
    return t_s < 5400 ? 0.5 : 0.2;
}

/* Middle of a point, in seconds; its end is where its knobs are read. */
static double end_s(const struct desk *desk, int p)
{
    const struct curve_window *window = &desk->scene.window;
    return ns_to_s(window->from_ns + (window->to_ns - window->from_ns) * (p + 1) / window->points - 1);
}

static double f_of(double lambda, double ci, double energy_j, double accuracy_change)
{
    double saved = 100 * (base_j * 250 - energy_j * ci) / (base_j * 250);
    return lambda * saved + (1 - lambda) * accuracy_change;
}

/* PUE is nowhere in it, energy is divided by the nominal rate, not by what arrived. */
FACT_ON_CLOVER(test_f, open_clover(120, 40, true, POINTS, KEPT_BEST))
{
    const struct quality *quality = desk->scene.now->quality;
    const struct curves *curves = desk->scene.now->curves;
    int known = 0;
    for (int p = 0; p < curves->points; p++) {
        double change = 100 * ((double)curves->accuracy[0][p] / 0.9 - 1);
        double expected = f_of(lambda_at(end_s(desk, p)), (double)curves->intensity[p],
                               (double)curves->power_w[p] / rate_hz, change);
        if (isnan(expected))
            continue;
        assert_true(fabs((double)quality->f[p] - expected) < 1e-3);
        known++;
    }
    assert_true(known > curves->points * 9 / 10);
    /* the power is the recording's */
    const struct recording *recording = desk->explorer->results.current->recording;
    double joules = recording->summary.energy_it_j, mean = 0;
    for (int p = 0; p < curves->points; p++)
        mean += (double)curves->power_w[p] / curves->points;
    assert_true(fabs(mean * recording->summary.horizon_s / joules - 1) < 0.02);
}

/* The means of the legend are those of the run, whatever of it the screen shows, and however finely. */
FACT_ON_CLOVER(test_means, open_clover(120, 40, true, POINTS, KEPT_BEST))
{
    const struct recording *recording = desk->explorer->results.current->recording;
    double f = 0, oracle = 0, seconds = 0;
    for (int b = 0; b < recording_count(recording); b++) {
        double w = recording_width_s(recording, b), t_s = ns_to_s((b + 1) * recording->bucket_ns), best = -99;
        double ci = (double)recording->run[COLUMN_INTENSITY][b], served;
        double accuracy = curves_accuracy(recording, 0, b, b + 1, &served);
        double joules =
            (double)recording->run[COLUMN_ENERGY_ACTIVE][b] + (double)recording->run[COLUMN_ENERGY_IDLE][b];
        if (!(served > 0))
            continue;
        for (int i = 0; i < POINTS - 1; i++)
            best = fmax(best, f_of(lambda_at(t_s - 1), ci, points[i].energy_j, points[i].accuracy_change));
        f += w * f_of(lambda_at(t_s - 1), ci, joules / w / rate_hz, 100 * (accuracy / 0.9 - 1));
        oracle += w * best;
        seconds += w;
    }
    assert_true(seconds > 7000);
    const struct quality *quality = desk->scene.now->quality;
    assert_true(fabs(quality->mean.f - f / seconds) < 1e-6);
    assert_true(fabs(quality->mean.oracle - oracle / seconds) < 1e-6);
    assert_true(quality->mean.best < quality->mean.oracle + 1e-9);
    const struct quality_values before = quality->mean;
    desk->explorer->results.current->model->scenario.policy[LAYER_CONFIGURE] =
        POLICY_MANUAL; /* to simulate it again */
    for (int i = 0; i < 6; i++) {
        assert_true(desk_resize(desk, 80 + 40 * i, 24 + 8 * i, NULL));
        desk_does(desk, i > 2 ? ACTION_ZOOM_IN : ACTION_REDRAW);
        assert_true(quality->mean.f == before.f && quality->mean.oracle == before.oracle);
    }
}

/* A saving with an SLO that is missed never stands alone. */
FACT_ON_CLOVER(test_missed_slo, open_clover(120, 40, true, POINTS, KEPT_BEST))
{
    desk->scene.now->total.apps[0].slo_met = false;
    struct rect f = desk->scene.layout.rects[REGION_OBJECTIVE];
    canvas_fill(&desk->canvas, (struct rect){0, 0, 120, 40}, ' ', style_of(ROLE_TEXT));
    panel_objective(&desk->scene, f, &desk->canvas);
    assert_shows(desk, "f ○", "lambda 0.50, same fleet  ○ ");
    struct summary_app *app = &desk->scene.now->total.apps[0];
    app->tail_ms = 156063 * app->slo_ms;
    assert_true(desk_resize(desk, 80, 24, NULL));
    desk_draw(desk);
    assert_shows(desk, "slowest 156 063×");
}

/* Lambda up and carbon up, where layouts are drawn at random: luck, and said to be; not where carbon follows
 * lambda, nor where another knob was turned. */
FACT(test_luck)
{
    static const struct {
        const char *turn;
        double more_g;
        bool luck;
    } cases[] = {{"set lambda 0.9", 5, true},
                 {"set lambda 0.9", -5, false},
                 {"set lambda 0.1", -5, true},
                 {"set lambda 0.1", 5, false},
                 {"set pue 1.4", 5, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        DEFER(scenario_free) struct scenario scenario = mixed_scenario(1, 2, 100);
        fixture_sets(&scenario, "mig.gpu0=7g:job1/large", "mig.gpu1=7g:job1/large");
        DEFER(desk_leave) struct desk *desk = mixed_desk(&scenario, 160, 45);
        desk_command(desk, "goto 20m");
        desk_obeys(desk, cases[i].turn);
        desk->scene.now->quality->tries = 7;
        desk->scene.now->total.carbon_total_g = desk->scene.reference->total.carbon_total_g + cases[i].more_g;
        desk_draw(desk);
        assert_int_equal(desk_shows(desk, "the luck of random searches"), cases[i].luck);
    }
}

/* The best of what was known by then and met the SLO, at the intensity and the lambda of the moment. */
FACT_ON_CLOVER(test_best_and_oracle, open_clover(120, 40, true, POINTS, KEPT_BEST))
{
    const struct quality *quality = desk->scene.now->quality;
    bool changed = false;
    for (int p = 0; p < quality->points; p++) {
        double t_s = end_s(desk, p), ci = (double)desk->scene.now->curves->intensity[p];
        double best = -INFINITY, oracle = -INFINITY;
        for (int i = 0; i < TRIED; i++)
            if (tried[i].end_s <= t_s && tried[i].late <= 1)
                best = fmax(best, f_of(lambda_at(t_s), ci, tried[i].energy_j, tried[i].accuracy_change));
        for (int i = 0; i < POINTS; i++)
            if (points[i].tail_ms[0] <= 300)
                oracle =
                    fmax(oracle, f_of(lambda_at(t_s), ci, points[i].energy_j, points[i].accuracy_change));
        if (isinf(best))
            assert_true(isnan(quality->best[p]));
        else
            assert_true(fabs((double)quality->best[p] - best) < 1e-3);
        assert_true(fabs((double)quality->oracle[p] - oracle) < 1e-3);
        changed |= p > 0 && quality->oracle[p] != quality->oracle[p - 1];
    }
    assert_true(changed);
    assert_int_equal(quality->searches, 2);
    assert_int_equal(quality->tries, 3);
    assert_true(quality->oracle_complies);
    assert_shows(desk, "9 Objective f %", "same fleet");
}

/* Searches are marked where they were, and nowhere else. */
FACT_ON_CLOVER(test_searches, open_clover(120, 40, true, POINTS, KEPT_BEST))
{
    const struct quality *quality = desk->scene.now->quality;
    double width_s = end_s(desk, 1) - end_s(desk, 0);
    for (int p = 0; p < quality->points; p++) {
        double t_s = end_s(desk, p);
        bool during = (t_s > 1100 && t_s - width_s < 1400) || (t_s > 3800 && t_s - width_s < 4000);
        assert_int_equal(quality->searching[p], during);
    }
}

/* Nothing is the best found where the scheme in force does not search. */
FACT_ON_CLOVER(test_schemes_that_search, open_clover(160, 50, true, POINTS, KEPT_BEST))
{
    struct scenario *scenario = &desk->explorer->results.current->model->scenario;
    struct knob_value oracle = {.text = "oracle"};
    struct knob_ref scheme = {.id = KNOB_POLICY, .scope = SCOPE_LAYER, .layer = LAYER_CONFIGURE};
    assert_true(scenario_edit(scenario, ns_from_s(5000), scheme, &oracle, &err));
    inject(desk, true, POINTS);
    const struct quality *quality = desk->scene.now->quality;
    for (int p = 0; p < quality->points; p++)
        assert_int_equal(!isnan(quality->best[p]), end_s(desk, p) >= 1200 && end_s(desk, p) < 5000);
    assert_true(scenario_edit(scenario, 0, scheme, &oracle, &err));
    inject(desk, true, POINTS);
    quality = desk->scene.now->quality;
    assert_true(isnan(quality->mean.best));
    for (int p = 0; p < quality->points; p++)
        assert_true(isnan(quality->best[p]));
    desk_acts(desk, ACTION_PANEL_OBJECTIVE, ACTION_PANEL_FULL);
    assert_shows(desk, "O ORACLE");
    assert_false(desk_shows(desk, "b found"));
    assert_false(desk_shows(desk, "b: best"));
}

/* Within the point that holds an edit of lambda, f, ORACLE and title go by the lambda under the cursor. */
FACT_ON_CLOVER(test_tag_at_edit, open_clover(160, 50, true, POINTS, KEPT_BEST))
{
    desk_acts(desk, ACTION_PANEL_OBJECTIVE, ACTION_PANEL_FULL);
    double begin_s = end_s(desk, 39), width_s = end_s(desk, 40) - begin_s;
    struct knob_value value = {.number = 1};
    struct scenario *scenario = &desk->explorer->results.current->model->scenario;
    assert_true(
        scenario_edit(scenario, ns_from_s(begin_s + width_s / 2), knob_of_run(KNOB_LAMBDA), &value, &err));
    inject(desk, true, POINTS);
    scenario->policy[LAYER_CONFIGURE] = POLICY_MANUAL; /* instants are simulated again */
    for (int after = 0; after < 2; after++) {
        char tag[64];
        double lambda = after ? 1 : 0.5, ci, oracle = -INFINITY;
        explorer_seek(desk->explorer, ns_from_s(begin_s + width_s * (after ? 0.75 : 0.25)));
        desk_draw(desk);
        ci = desk->scene.now->reading.ci;
        for (int i = 0; i < POINTS; i++)
            if (points[i].tail_ms[0] <= 300)
                oracle = fmax(oracle, f_of(lambda, ci, points[i].energy_j, points[i].accuracy_change));
        snprintf(tag, sizeof tag, "%.1f · ORACLE %.1f", desk->scene.now->reading.f, oracle);
        assert_shows(desk, tag);
        snprintf(tag, sizeof tag, "lambda %.2f", lambda);
        assert_shows(desk, tag);
    }
}

FACT_ON_CLOVER(test_without_table, open_clover(120, 40, true, 0, KEPT_BEST))
{
    assert_false(desk->scene.now->quality->has_table);
    assert_true(isnan(desk->scene.now->quality->oracle[3]));
    assert_true(!isnan(desk->scene.now->quality->f[3]));
    desk_acts(desk, ACTION_PANEL_OBJECTIVE, ACTION_PANEL_FULL);
    assert_shows(desk, "No ORACLE line");
}

FACT_ON_CLOVER(test_not_measured_yet, open_clover(120, 40, false, POINTS, KEPT_BEST))
{
    assert_shows(desk, "BASE is being measured");
    atomic_store(&desk->explorer->results.current->model->pools->derived, &derived); /* it is there now */
    desk_draw(desk);
    assert_false(desk_shows(desk, "being measured"));
}

/* What was measured under another load is forgotten, what loses too much accuracy does not count. */
FACT_ON_CLOVER(test_load_and_limit, open_clover(120, 40, true, POINTS, KEPT_BEST))
{
    struct result *result = desk->explorer->results.current;
    struct knob_value value = {.number = 1.5};
    struct knob_ref load = {.id = KNOB_LOAD}, limit = {.id = KNOB_ACCURACY_LOSS_PCT};
    assert_true(scenario_edit(&result->model->scenario, ns_from_s(4500), load, &value, &err));
    value.number = 15;
    assert_true(scenario_edit(&result->model->scenario, ns_from_s(2000), limit, &value, &err));
    inject(desk, true, POINTS);
    const struct quality *quality = desk->scene.now->quality;
    for (int p = 0; p < quality->points; p++) {
        double t_s = end_s(desk, p), ci = (double)desk->scene.now->curves->intensity[p];
        assert_int_equal(!isnan(quality->limit[p]), t_s >= 2000);
        if (t_s >= 4500)
            assert_true(isnan(quality->best[p]));
        else if (t_s >= 3900) /* within the limit carbon alone counts: the last one loses 20 % */
            assert_true(fabs((double)quality->best[p] - f_of(1, ci, 18, 0)) < 1e-3);
    }
    assert_shows(desk, "limit");
}

FACT_ON_CLOVER(test_every_size, open_clover(80, 24, true, POINTS, KEPT_BEST))
{
    desk->explorer->results.current->model->scenario.policy[LAYER_CONFIGURE] = POLICY_MANUAL; /* as above */
    desk_draw_every_size(desk, ACTION_PANEL_OBJECTIVE);
}
