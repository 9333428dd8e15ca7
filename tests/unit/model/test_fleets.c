/* Fleets and disciplines: one that cannot have the GPUs as their pods are takes a fleet along that it can,
 * and back again; a fleet that is not in force may be for another discipline, but for none it may not be. */
#include "tests/support/fixture.h"

/* Fleets "slices" (4g, 3g), "turns" (two seats) and "own" (a GPU each), under share mig. */
static struct scenario make_fleets(void)
{
    static const char *const names[] = {"slices", "turns", "own"};
    static const char *const slices[][2] = {{"4g", "3g"}, {"whole", "whole"}, {"", ""}};
    struct scenario scenario = plain_scenario(2, "unit", 1000, 50, 2, "A100-40GB");
    struct gpu gpu = scenario.fleets[0].gpus[0];
    free(scenario.fleets[0].gpus);
    scenario.fleets = realloc(scenario.fleets, 3 * sizeof *scenario.fleets);
    assert_non_null(scenario.fleets);
    scenario.n_fleets = 3;
    for (int f = 0; f < 3; f++) {
        struct fleet *fleet = &scenario.fleets[f];
        *fleet = (struct fleet){.n_gpus = f == 2 ? 2 : 1, .gpus = calloc(2, sizeof *fleet->gpus)};
        strcpy(fleet->name, names[f]);
        for (int g = 0; g < 2; g++) {
            fleet->gpus[g] = gpu;
            strcpy(fleet->gpus[g].name, g == 0 ? "g0" : "g1");
            fleet->gpus[g].owner = f == 2 ? g : -1;
            fleet->gpus[g].n_pods = f == 2 ? 0 : 2;
            for (int p = 0; p < fleet->gpus[g].n_pods; p++) {
                strcpy(fleet->gpus[g].pods[p].slice, slices[f][p]);
                fleet->gpus[g].pods[p].app = p;
            }
        }
    }
    scenario.policy[LAYER_SHARE] = POLICY_MIG;
    scenario_choose_fleet(&scenario, 0);
    return scenario;
}

static void expect_fleet(struct scenario *scenario, const char *setting, const char *fleet)
{
    struct faults faults = {0};
    fixture_set(scenario, setting);
    assert_string_equal(scenario->fleets[scenario->fleet].name, fleet);
    if (!scenario_validate(scenario, &faults))
        fail_msg("%s: %s: %s", setting, faults.kept[0].place, faults.kept[0].message);
}

FACT_FOR(test_a_discipline_takes_a_fleet_along, make_fleets())
{
    expect_fleet(scenario, "policy.share=tmux-tf", "turns");
    expect_fleet(scenario, "policy.share=tmux-etf", "turns");
    expect_fleet(scenario, "policy.share=dedicated", "own");
    expect_fleet(scenario, "policy.share=mig",
                 "slices");                     /* the default one, which dedicated could not have */
    expect_fleet(scenario, "fleet=own", "own"); /* chosen by hand, */
    expect_fleet(scenario, "policy.share=tmux-tf", "own"); /* and it will do */
}

FACT_FOR(test_faults_of_fleets, make_fleets())
{
    struct faults faults = {0};
    assert_true(scenario_validate(scenario, &faults));
    assert_true(scenario_apply_set(scenario, "fleet=turns", &err)); /* whose seats are no slices */
    assert_false(scenario_validate(scenario, &faults));
    assert_has(faults.kept[0].place, "/fleets/turns/gpus/0");
    scenario_choose_fleet(scenario, 0);
    strcpy(scenario->fleets[1].gpus[0].pods[1].slice, "4g"); /* neither seats nor slices */
    faults = (struct faults){0};
    assert_false(scenario_validate(scenario, &faults));
    assert_has(faults.kept[0].place, "/fleets/turns/gpus/0");
}
