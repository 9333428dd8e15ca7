/* The cluster in full size tells each GPU's clock and what a governor said of it, as much of it as has room
 * and nothing cut; where no clock is known it has neither. */
#include "tests/unit/tui/desk_support.h"

/* 5.5 ms at 1410 MHz, a request every 20 ms. */
static struct scenario one_gpu(const char *tune)
{
    struct scenario scenario = plain_scenario(1, "m1", 20, 60000, 1, "A100-40GB");
    scenario.apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_FIXED_GAP, .mean_gap_ms = 20};
    fixture_sets(&scenario, "slo_ms.job1=9", tune);
    return scenario;
}

static struct desk *open_cluster(const char *tune, int columns)
{
    DEFER(scenario_free) struct scenario scenario = one_gpu(tune);
    struct desk *desk = desk_on(&scenario, columns, 40);
    explorer_seek(desk->explorer, ns_from_s(900));
    desk_does(desk, ACTION_PANEL_CLUSTER, ACTION_PANEL_FULL);
    desk_draw(desk);
    return desk;
}

FACT_AT(test_told, open_cluster("policy.tune=carbon-tuned", 140))
{
    assert_true(desk_shows(
        desk,
        "clock: a lower clock would emit less, but miss an SLO or fall behind the load; job1 9 of 9 ms; its work "));
    assert_shows(desk, "× less than at the highest", " MHz");
}

FACT_AT(test_narrow, open_cluster("policy.tune=carbon-tuned", 80))
{
    assert_shows(desk, "clock: a lower clock would emit less, but miss an SLO or fall behind the load\n");
}

/* A card that its power limit holds at a lower clock says so beside watts and clock while it works. */
FACT_FOR(test_capped, one_gpu("policy.tune=fixed"))
{
    struct desk desk;
    for (int limited = 0; limited < 2; limited++) {
        scenario->fleets[0].gpus[0].cap_w = limited ? 80 : 400;
        desk_open_on(&desk, scenario, 140, 40);
        explorer_seek(desk.explorer, ns_from_s(900) + 2 * NS_PER_MS);
        desk_settle(&desk);
        desk_draw(&desk);
        assert_int_equal(desk_shows(&desk, "capped 80 W") || desk_shows(&desk, "capped 79 W"), limited);
        const struct recording *recording = desk.scene.now->result->recording;
        for (int b = 0; limited && b < recording->n_buckets; b++)
            assert_true((double)recording->gpu[COLUMN_POWER_MAX][b] <= 80);
        desk_does(&desk, ACTION_PANEL_CLUSTER, ACTION_PANEL_FULL);
        desk_draw(&desk);
        if (desk_shows(&desk, "W  capped") != limited)
            fail_msg("limited %d (%d): %g W at %g MHz", limited, desk.scene.instant.capped[0],
                     desk.scene.instant.power_w[0], desk.scene.instant.clock_mhz[0]);
        desk_close(&desk);
    }
}

FACT(test_nothing_to_tell)
{
    DEFER(desk_leave) struct desk *desk = open_cluster("policy.tune=fixed", 140);
    assert_false(desk_shows(desk, "clock") || desk_shows(desk, "MHz"));
    desk_leave(&desk);
    desk = open_cluster("clock_mhz.gpu0=1200", 140);
    assert_shows(desk, "1200 MHz");
    assert_false(desk_shows(desk, "clock:"));
}
