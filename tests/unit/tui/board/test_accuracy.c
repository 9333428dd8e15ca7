/* The accuracy panel: there only where quality is mixed; its numbers against the recording; the line at BASE
 * and the limit; the reference; any size. */
#include "tests/unit/tui/mixed_support.h"

/* Half the run on whole cards with the large variant, then one GPU of two on small ones. */
static struct desk *open_mixed(int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = mixed_scenario(1, 2, 100);
    fixture_sets(&scenario, "mig.gpu0=7g:job1/large", "mig.gpu1=7g:job1/large");
    fixture_at(&scenario, "3600:mig.gpu1=4g:job1/small,2g:job1/small,1g:job1/small");
    return mixed_desk(&scenario, columns, rows);
}

/* What the panel is made of is the recording's: request-weighted, and 0.9 as long as only `large` runs. */
FACT_AT(test_points_against_the_recording, open_mixed(120, 40))
{
    const struct curves *curves = desk->scene.now->curves;
    const struct recording *recording = desk->explorer->results.current->recording;
    double sum = 0, n = 0;
    for (int b = 0; b < recording_count(recording); b++) {
        double served = (double)recording->app[COLUMN_FINISHED][b];
        if (served > 0)
            sum += served * (double)recording->app[COLUMN_APP_ACCURACY][b];
        n += served;
    }
    assert_true(fabs(sum / n - recording->summary.apps[0].accuracy) < 1e-6);
    assert_true(fabs(desk->scene.now->quality->accuracy_change - 100 * (sum / n / 0.9 - 1)) < 1e-4);
    assert_true(curves->points > 50);
    for (int p = 0; p < curves->points; p++) {
        double accuracy = (double)curves->accuracy[0][p];
        if (p < curves->points / 2 - 2)
            assert_true(fabs(accuracy - 0.9) < 1e-6);
        if (p > curves->points / 2 + 2)
            assert_true(accuracy < 0.89 && accuracy > 0.7);
    }
    desk_obeys(desk, "goto 20m");
    assert_true(fabs(desk->scene.now->reading.accuracy[0] - 0.9) < 1e-6);
    assert_shows(desk, "8 Accuracy top1 ");
    assert_shows(desk, "0.900"); /* the tag */
    assert_shows(desk, "BASE");
}

/* A run whose apps have one variant has neither panel nor card; its keys say so and change nothing. */
FACT_AT(test_only_where_quality_is_mixed, desk_for_test(120, 40))
{
    assert_null(desk->scene.now->quality);
    assert_false(layout_has(&desk->scene.layout, REGION_ACCURACY));
    assert_false(desk_shows(desk, "ccuracy"));
    enum region focus = desk->scene.focus;
    desk_acts(desk, ACTION_PANEL_ACCURACY);
    assert_int_equal(desk->scene.focus, focus);
    assert_has(desk->message.text, "one variant");
    desk_action(desk, ACTION_PANEL_FULL);
    for (int i = 0; i < 12; i++) { /* nor does Tab lead there */
        desk_acts(desk, ACTION_PANEL_NEXT);
        assert_true(desk->scene.focus != REGION_ACCURACY && desk->scene.focus != REGION_OBJECTIVE);
    }
}

/* The metric must have a name: the fixture's own catalogue gives none. */
FACT_FOR(test_an_unnamed_metric_is_none, mixed_scenario(1, 2, 100))
{
    DEFER(desk_leave) struct desk *desk = desk_on(scenario, 120, 40);
    assert_null(desk->scene.now->quality);
}

/* Against the result before: how much less accuracy, in headline, card and as a dashed line. */
FACT_FOR(test_reference, mixed_scenario(1, 2, 100))
{
    fixture_sets(scenario, "mig.gpu0=7g:job1/large", "mig.gpu1=7g:job1/large");
    DEFER(desk_leave) struct desk *desk = mixed_desk(scenario, 120, 40);
    desk_action(desk, ACTION_PIN);
    fixture_sets(scenario, "mig.gpu1=7g:job1/small", "mig.gpu0=7g:job1/small");
    assert_true(explorer_open(desk->explorer, scenario, (struct recorded){0}, &err));
    desk_settle(desk);
    while (desk->explorer->results.reference != REFERENCE_PINNED)
        desk_action(desk, ACTION_REFERENCE_NEXT);
    desk_settle(desk);
    double expected = 100 * (0.7 / 0.9 - 1);
    assert_true(fabs(desk->scene.accuracy_against - expected) < 1e-4);
    assert_shows(desk, "at 22.2 % less accuracy");
    assert_shows(desk, "▼ 22.2 % worse"); /* the number falls, and that is worse */
}

/* Several apps have different metrics: each stands as per cent of its own best variant's. */
FACT_FOR(test_several_apps, mixed_scenario(2, 2, 200))
{
    fixture_sets(scenario, "mig.gpu0=7g:job1/large", "mig.gpu1=7g:job2/small");
    DEFER(desk_leave) struct desk *desk = mixed_desk(scenario, 120, 40);
    assert_int_equal(desk->scene.now->quality->n_counting, 2);
    assert_shows(desk, "% of each app's best variant", "1 = BASE", "2 −22.2 %");
}

FACT_AT(test_every_size, open_mixed(80, 24))
{
    desk_draw_every_size(desk, ACTION_PANEL_ACCURACY);
}
