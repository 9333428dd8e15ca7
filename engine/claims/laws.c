/* The laws that expressions of a paper can ask: functions that the engine itself runs on, and what the
 * library's devices, profiles, traces and scenarios say. What an input lacks is NAN. */
#include "engine/claims/telling.h"

#include "engine/base/percentile.h"
#include "engine/physics/carbon.h"
#include "engine/physics/heat.h"
#include "engine/physics/power.h"
#include "engine/policy/configure/clover_rule.h"
#include "engine/policy/route/carbondis_rule.h"
#include "engine/policy/share/etf.h"

#include <string.h>

/* ---- texts ---- */

static double has(const struct expression_value *of)
{
    return strstr(of[0].text, of[1].text) != NULL;
}

/* ---- what the library says ---- */

static const struct device_type *device_of(const struct experiment_inputs *inputs, const char *name)
{
    struct error ignored = {0};
    return inputs ? inputs->catalog->device(inputs->catalog->context, name, &ignored) : NULL;
}

static double idle_w(const struct experiment_inputs *inputs, const struct expression_value *of)
{
    const struct device_type *device = device_of(inputs, of[0].text);
    return device ? device->idle_power_w : (double)NAN;
}

static double embodied_kg(const struct experiment_inputs *inputs, const struct expression_value *of)
{
    const struct device_type *device = device_of(inputs, of[0].text);
    return device ? device->embodied_kg : (double)NAN;
}

static const struct profile_set *profile_of(const struct experiment_inputs *inputs, const char *model)
{
    struct error ignored = {0};
    return inputs ? inputs->catalog->profile(inputs->catalog->context, model, &ignored) : NULL;
}

/* The row of a model on a slice of a GPU in a batch; NULL: no profile says. */
static const struct profile_row *row_of(const struct experiment_inputs *inputs,
                                        const struct expression_value *of)
{
    const struct profile_set *set = profile_of(inputs, of[0].text);
    for (size_t k = 0; set && k < set->n; k++) {
        const struct profile_row *row = &set->rows[k];
        if (row->batch == (int32_t)of[3].number && strcmp(row->slice, of[2].text) == 0 &&
            strcmp(row->gpu, of[1].text) == 0)
            return row;
    }
    return NULL;
}

static double profile_ms(const struct experiment_inputs *inputs, const struct expression_value *of)
{
    const struct profile_row *row = row_of(inputs, of);
    return row ? row->latency_ms : (double)NAN;
}

static double profile_w(const struct experiment_inputs *inputs, const struct expression_value *of)
{
    const struct profile_row *row = row_of(inputs, of);
    return row ? row->power_w : (double)NAN;
}

/* What a model draws by the k-th of its rows for GPUs of a name that begins so. */
static double row_w(const struct experiment_inputs *inputs, const struct expression_value *of)
{
    const struct profile_set *set = profile_of(inputs, of[0].text);
    double left = of[2].number;
    for (size_t k = 0; set && k < set->n; k++)
        if (strncmp(set->rows[k].gpu, of[1].text, strlen(of[1].text)) == 0 && left-- <= 0)
            return set->rows[k].power_w;
    return (double)NAN;
}

static const struct carbon_trace *trace_of(const struct experiment_inputs *inputs, const char *name)
{
    struct error ignored = {0};
    return inputs ? inputs->catalog->trace(inputs->catalog->context, name, &ignored) : NULL;
}

static double trace_n(const struct experiment_inputs *inputs, const struct expression_value *of)
{
    const struct carbon_trace *trace = trace_of(inputs, of[0].text);
    return trace ? (double)trace->n : (double)NAN;
}

/* The first sample of a time, in seconds since 1970. */
static double trace_at(const struct experiment_inputs *inputs, const struct expression_value *of)
{
    const struct carbon_trace *trace = trace_of(inputs, of[0].text);
    return trace ? (double)carbon_trace_index(trace, (int64_t)of[1].number) : (double)NAN;
}

static double trace_ci(const struct experiment_inputs *inputs, const struct expression_value *of)
{
    const struct carbon_trace *trace = trace_of(inputs, of[0].text);
    bool there = trace && of[1].number >= 0 && of[1].number < (double)trace->n;
    return there ? trace->samples[(size_t)of[1].number] : (double)NAN;
}

/* CIR when this sample came in. */
static double trace_cir(const struct experiment_inputs *inputs, const struct expression_value *of)
{
    const struct carbon_trace *trace = trace_of(inputs, of[0].text);
    double sample = trace_ci(inputs, of);
    return isnan(sample) ? (double)NAN
                         : carbon_cir(sample, carbon_trace_history_mean(trace, (size_t)of[1].number, NULL));
}

static bool scenario_of(const struct experiment_inputs *inputs, const char *name, struct scenario *scenario)
{
    struct error ignored = {0};
    return inputs && inputs->scenario(inputs->context, name, scenario, &ignored);
}

/* Mean over the apps of a scenario. */
static double mean_gap_ms(const struct experiment_inputs *inputs, const struct expression_value *of)
{
    struct scenario scenario;
    double sum = 0;
    if (!scenario_of(inputs, of[0].text, &scenario))
        return (double)NAN;
    for (int a = 0; a < scenario.n_apps; a++)
        sum += scenario.apps[a].arrivals.mean_gap_ms / scenario.n_apps;
    scenario_free(&scenario);
    return sum;
}

/* All GPUs of a scenario's fleet. */
static double fleet_idle_w(const struct experiment_inputs *inputs, const struct expression_value *of)
{
    struct scenario scenario;
    double sum_w = 0;
    if (!scenario_of(inputs, of[0].text, &scenario))
        return (double)NAN;
    int fleet = scenario_find_fleet(&scenario, of[1].text);
    for (int g = 0; fleet >= 0 && g < scenario.fleets[fleet].n_gpus; g++) {
        const struct device_type *device = device_of(inputs, scenario.fleets[fleet].gpus[g].type);
        sum_w += device ? device->idle_power_w : (double)NAN;
    }
    scenario_free(&scenario);
    return fleet >= 0 ? sum_w : (double)NAN;
}

/* ---- carbon ---- */

static double grams(const struct expression_value *of)
{
    return carbon_grams(of[0].number, of[1].number, 1);
}

/* ACI of a sum of so many samples, and this one. */
static double aci(const struct expression_value *of)
{
    return carbon_aci(of[0].number, (uint64_t)of[1].number, of[2].number);
}

/* The intensity below which what takes (J, g) emits less than what takes (J, g); NAN: there is none. */
static double breakeven_below(const struct expression_value *of)
{
    struct breakeven at = breakeven_of((struct footprint){of[0].number, of[1].number},
                                       (struct footprint){of[2].number, of[3].number});
    return at.kind == BREAKEVEN_BELOW ? at.ci : (double)NAN;
}

/* Where two uses part, whichever emits less below it. */
static double breakeven_ci(const struct expression_value *of)
{
    struct footprint one = {of[0].number, of[1].number}, other = {of[2].number, of[3].number};
    return breakeven_of(one, other).ci;
}

/* ---- schemes ---- */

/* Of 1 to n, or of four numbers. */
static double percentile_up_to(const struct expression_value *of)
{
    double counted[100];
    size_t n = of[1].number >= 1 && of[1].number <= 100 ? (size_t)of[1].number : 0;
    for (size_t k = 0; k < n; k++)
        counted[k] = (double)(k + 1);
    return percentile_of(counted, n, of[0].number);
}

static double percentile_of_four(const struct expression_value *of)
{
    double four[] = {of[1].number, of[2].number, of[3].number, of[4].number};
    return percentile_of(four, 4, of[0].number);
}

static double rank(const struct expression_value *of)
{
    return (double)percentile_rank(of[0].number, (size_t)of[1].number);
}

/* AT, LC, CT and EL in s, CIR, CIT, and whether the high-end GPU is free: K. */
static double carbondis_k(const struct expression_value *of)
{
    return carbondis_rule(ns_from_s(of[0].number), ns_from_s(of[1].number), ns_from_s(of[2].number),
                          ns_from_s(of[3].number), of[4].number, of[5].number, of[6].number > 0)
        .k;
}

/* Of a sum of so many times in ms. */
static double carbondis_estimate_ms(const struct expression_value *of)
{
    return ns_to_ms(carbondis_estimate((int64_t)(of[0].number * NS_PER_MS), (int64_t)of[1].number, 0));
}

/* The slice of the k-th of three apps that draw so much, of a period, under phi, in units of 1. */
static double etf_slice(const struct expression_value *of)
{
    const double power_w[] = {of[1].number, of[2].number, of[3].number};
    const struct etf_terms terms = {.n = 3, .period = of[4].number, .phi = of[5].number, .power = power_w};
    double slices[3];
    etf_slices(&terms, 1, slices);
    return of[0].number >= 0 && of[0].number < 3 ? slices[(int)of[0].number] : (double)NAN;
}

/* ---- heat and power of one card ---- */

/* What n slices of a card cut so draw together that draw so much alone; 46.7 W of it are the card's. */
static double together_w(const struct expression_value *of)
{
    const struct power_plan plan = {.statics = power_static_find(of[0].text)};
    int n = (int)of[2].number;
    return power_law_of(POWER_SUPERPOSE_COMP)->watts(46.7, n * of[1].number, n, &plan);
}

/* By the k-th fit of static power, where the card draws so much. */
static double static_w(const struct expression_value *of)
{
    return of[0].number >= 0 && of[0].number < power_n_statics
               ? power_static_w(&power_statics[(int)of[0].number], of[1].number)
               : (double)NAN;
}

/* On and off in turn for so many seconds each: how far above its rest a card swings. */
static double peak_k(const struct expression_value *of)
{
    return heat_cycle_of(of[0].number, of[1].number, of[2].number, of[3].number).peak_k;
}

/* By the paper's line. */
static double water_rise_k(const struct expression_value *of)
{
    return heat_rise_k(of[0].number, WATER_RISE_FIT);
}

/* ---- Clover ---- */

/* Of f, a latency and its limit; as the paper has it, or as adopted. */
static double anneal(const struct expression_value *of)
{
    return clover_anneal_energy(of[0].number, of[1].number, of[2].number, of[3].number > 0);
}

static double temperature(const struct expression_value *of)
{
    return clover_temperature((int)of[0].number);
}

static double triggers(const struct expression_value *of)
{
    return clover_triggers(of[0].number, of[1].number, of[2].number);
}

static int mig_config_of(const struct expression_value *of)
{
    return of->number >= 0 && of->number < MIG_CONFIGS ? (int)of->number : 0;
}

/* Slices of the k-th ordered configuration, and the cut that it is. */
static double mig_parts(const struct expression_value *of)
{
    return mig_configs[mig_config_of(of)].n;
}

static double mig_cut_of(const struct expression_value *of)
{
    return mig_configs[mig_config_of(of)].cut;
}

/* "a1 b2": a 1g with the first variant, a 2g with the second; so many times. */
static struct graph graph_of(const char *slices, int times)
{
    struct graph graph = {0};
    for (; slices[0] >= 'a' && slices[0] < 'a' + GRAPH_VARIANTS_MAX && slices[1];
         slices += slices[2] ? 3 : 2) {
        enum mig_slice slice = mig_slice_of(slices[1] - '0');
        if (slice != MIG_SLICES)
            graph.count[slices[0] - 'a'][slice]++;
    }
    return graph_times(&graph, times);
}

static double graph_apart(const struct expression_value *of)
{
    struct graph a = graph_of(of[0].text, (int)of[2].number), b = graph_of(of[1].text, (int)of[2].number);
    return graph_distance(&a, &b);
}

/* Different graphs of so many variants, any on any slice, on so many GPUs. */
static double graphs_of(const struct expression_value *of)
{
    struct graph_rules rules = {.n_variants = (int)of[0].number};
    for (int v = 0; v < rules.n_variants && v < GRAPH_VARIANTS_MAX; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            rules.fits[v][s] = true;
    int64_t n = graph_count(&rules, (int)of[1].number);
    return n >= 0 ? (double)n : (double)NAN;
}

static double cuts_are_neighbours(const struct expression_value *of)
{
    struct graph graphs[2] = {{{{0}}}, {{{0}}}};
    for (int k = 0; k < 2; k++)
        for (int s = 0; s < MIG_SLICES && of[k].number >= 0 && of[k].number < MIG_CUTS; s++)
            graphs[k].count[0][s] = mig_cuts[(int)of[k].number].count[s];
    return graph_are_neighbours(&graphs[0], &graphs[1]);
}

const struct law laws[] = {{"has", 2, .of = has},
                           {"idle_w", 1, .with = idle_w},
                           {"embodied_kg", 1, .with = embodied_kg},
                           {"profile_ms", 4, .with = profile_ms},
                           {"profile_w", 4, .with = profile_w},
                           {"row_w", 3, .with = row_w},
                           {"trace_n", 1, .with = trace_n},
                           {"trace_at", 2, .with = trace_at},
                           {"trace_ci", 2, .with = trace_ci},
                           {"trace_cir", 2, .with = trace_cir},
                           {"mean_gap_ms", 1, .with = mean_gap_ms},
                           {"fleet_idle_w", 2, .with = fleet_idle_w},
                           {"grams", 2, .of = grams},
                           {"aci", 3, .of = aci},
                           {"cir", 2, .of_two = carbon_cir},
                           {"breakeven_below", 4, .of = breakeven_below},
                           {"breakeven_ci", 4, .of = breakeven_ci},
                           {"percentile_up_to", 2, .of = percentile_up_to},
                           {"percentile_of_four", 5, .of = percentile_of_four},
                           {"rank", 2, .of = rank},
                           {"carbondis_k", 7, .of = carbondis_k},
                           {"carbondis_estimate_ms", 2, .of = carbondis_estimate_ms},
                           {"etf_slice", 6, .of = etf_slice},
                           {"clover_carbon_change", 3, .of_three = clover_carbon_change},
                           {"clover_accuracy_change", 2, .of_two = clover_accuracy_change},
                           {"clover_objective", 3, .of_three = clover_objective},
                           {"clover_anneal", 4, .of = anneal},
                           {"clover_acceptance", 2, .of_two = clover_acceptance},
                           {"clover_temperature", 1, .of = temperature},
                           {"clover_triggers", 3, .of = triggers},
                           {"mig_parts", 1, .of = mig_parts},
                           {"mig_cut_of", 1, .of = mig_cut_of},
                           {"graph_apart", 3, .of = graph_apart},
                           {"graphs_of", 2, .of = graphs_of},
                           {"cuts_are_neighbours", 2, .of = cuts_are_neighbours},
                           {"floor", 1, .of_one = floor},
                           {"pow", 2, .of_two = pow},
                           {"together_w", 3, .of = together_w},
                           {"static_w", 2, .of = static_w},
                           {"heat_remains", 2, .of_two = heat_remains},
                           {"heat_peak_k", 4, .of = peak_k},
                           {"heat_saving", 1, .of_one = heat_saving},
                           {"heat_rise_k", 1, .of = water_rise_k}};
const int n_laws = sizeof laws / sizeof *laws;
