/* The fixture's GPUs, cut and held by one scheme. */
#include "tests/support/clover_model.h"

#include "engine/base/text.h"
#include "tests/support/fixture.h"

struct scenario clover_scenario(int n_apps, double mean_gap_ms, int n_gpus)
{
    struct scenario scenario = sliced_scenario(n_apps, "mixed", mean_gap_ms, 0, n_gpus);
    scenario.hours = 1;
    scenario.policy[LAYER_CONFIGURE] = n_apps == 1 ? POLICY_ORACLE : POLICY_CLOVER;
    scenario.number[KNOB_CLOVER_SCOPE] = n_apps > 1 ? CLOVER_PER_GPU : CLOVER_REPLICATED;
    scenario.power = POWER_STAUX;
    scenario.p_oi_w = 5;
    for (int g = 0; g < n_gpus; g++) {
        struct gpu *gpu = &scenario.fleets[0].gpus[g];
        gpu->n_pods = 1;
        gpu->pods[0].app = g % n_apps;
        text_copy(gpu->pods[0].slice, sizeof gpu->pods[0].slice, "7g");
        text_copy(gpu->pods[0].variant, sizeof gpu->pods[0].variant, "large");
    }
    return scenario;
}

struct model *clover_model(const struct scenario *scenario, const struct catalog *catalog)
{
    struct model *model = model_create(scenario, catalog, &err);
    must(model, &err);
    assert_non_null(model->pools->clover);
    return model;
}

void clover_fix_layout(struct scenario *scenario, const struct model *model, const struct graph *graph)
{
    int totals[MIG_SLICES];
    graph_totals(graph, totals);
    const struct mig_config *config = &mig_configs[mig_cuts[mig_cut_find(totals)].config];
    scenario->policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    for (int g = 0; g < scenario->fleets[scenario->fleet].n_gpus; g++) {
        struct gpu *gpu = &scenario->fleets[scenario->fleet].gpus[g];
        struct graph left = *graph;
        gpu->n_pods = config->n;
        for (int k = 0; k < config->n; k++) {
            int v = 0;
            while (left.count[v][config->slices[k]] == 0)
                v++;
            left.count[v][config->slices[k]]--;
            const struct clover_variant *variant = &model->pools->clover->variants[v];
            gpu->pods[k].app = variant->app;
            text_copy(gpu->pods[k].slice, sizeof gpu->pods[k].slice, mig_slice_names[config->slices[k]]);
            text_copy(gpu->pods[k].variant, sizeof gpu->pods[k].variant,
                      model->variants[variant->variant].name);
        }
    }
}
