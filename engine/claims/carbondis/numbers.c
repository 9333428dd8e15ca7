/* CarbonDIS' checkable numbers, CD-N1 to CD-N24: each computed from the shipped profiles, devices and
 * scenarios by the functions that the engine runs on. The values come in the order in which they stand in the
 * row's `expected`. */
#include "engine/claims/carbondis/carbondis.h"

#include "engine/base/percentile.h"
#include "engine/base/units.h"
#include "engine/physics/carbon.h"
#include "engine/policy/route/carbondis_rule.h"

#include <math.h>
#include <string.h>

/* For what needs no input and cannot fail. */
#define PURE ((void)inputs, (void)error)

static const char p4[] = "P4", t4[] = "T4", a100[] = "A100-40GB";

static bool idle_power(const struct experiment_inputs *inputs, const char *gpu, double *power_w,
                       struct error *error)
{
    const struct device_type *device = inputs->catalog->device(inputs->catalog->context, gpu, error);

    *power_w = device ? device->idle_power_w : 0;
    return device != NULL;
}

/* E = L (P - minus) in mJ of Inception-V3 at three batch sizes, from the shipped rows of Table III. */
static bool energies(const struct experiment_inputs *inputs, const char *gpu, const int *batches, int n,
                     double minus_w, double *values, struct error *error)
{
    const struct profile_set *set = inputs->catalog->profile(inputs->catalog->context, "inception-v3", error);
    struct profile_curve curve;

    if (!set || !profile_curve_build(&curve, set, gpu, "whole", "", 1, false, error))
        return false;
    for (int i = 0; i < n; i++) {
        int b = batches[i] - 1;
        values[i] = 1000 * carbon_energy_j(curve.power_w[b] - minus_w, ns_to_s(curve.latency_ns[b]));
    }
    profile_curve_free(&curve);
    return true;
}

bool compute_cd_n1(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    return energies(inputs, p4, (const int[]){1, 2, 6}, 3, 0, values, error);
}

bool compute_cd_n2(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    return energies(inputs, t4, (const int[]){1, 3, 6}, 3, 0, values, error);
}

bool compute_cd_n3(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    return energies(inputs, a100, (const int[]){1, 2, 6}, 3, 0, values, error);
}

bool compute_cd_n4(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    const char *const gpus[] = {p4, t4, a100};

    for (int i = 0; i < 3; i++) {
        double idle_w;
        if (!idle_power(inputs, gpus[i], &idle_w, error) ||
            !energies(inputs, gpus[i], (const int[]){6}, 1, idle_w, &values[i], error))
            return false;
    }
    return true;
}

/* Carbon of one request of Inception-V3. */
static bool request_carbon(const struct experiment_inputs *inputs, const char *gpu, int batch, double ci,
                           double *grams, struct error *error)
{
    double energy_mj;

    if (!energies(inputs, gpu, &batch, 1, 0, &energy_mj, error))
        return false;
    *grams = carbon_grams(energy_mj / 1000, ci, 1);
    return true;
}

bool compute_cd_n5(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    return request_carbon(inputs, p4, 1, 207.13, values, error);
}

bool compute_cd_n6(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    return request_carbon(inputs, a100, 6, 605.59, values, error);
}

static bool idle_carbon(const struct experiment_inputs *inputs, const char *gpu, double seconds, double ci,
                        double *grams, struct error *error)
{
    double idle_w;

    if (!idle_power(inputs, gpu, &idle_w, error))
        return false;
    *grams = carbon_grams(carbon_energy_j(idle_w, seconds), ci, 1);
    return true;
}

bool compute_cd_n7(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    return idle_carbon(inputs, a100, 3600, 207.13, &values[0], error) &&
           idle_carbon(inputs, p4, 3600, 207.13, &values[1], error);
}

bool compute_cd_n8(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    return idle_carbon(inputs, t4, 1800, 605.59, values, error);
}

bool compute_cd_n9(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    double second;

    if (!idle_carbon(inputs, a100, 1800, 180, values, error) ||
        !idle_carbon(inputs, a100, 1800, 240, &second, error))
        return false;
    values[0] += second;
    return true;
}

bool compute_cd_n10(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    double samples[] = {200, 220, 180, 240};
    struct carbon_trace trace = {.step_s = 3600, .n = 4, .samples = samples};

    PURE;
    values[0] = carbon_trace_history_mean(&trace, 3, NULL);
    values[1] = carbon_cir(samples[3], values[0]);
    values[2] = carbon_trace_history_mean(&trace, 4, NULL);
    return true;
}

bool compute_cd_n11(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = carbon_aci(0, 0, 300);
    values[1] = carbon_cir(300, values[0]);
    return true;
}

bool compute_cd_n12(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    static const size_t sizes[] = {20, 100, 10};
    double counted[100], four[] = {5, 1, 9, 3};

    PURE;
    for (int i = 0; i < 100; i++)
        counted[i] = i + 1;
    for (int i = 0; i < 3; i++)
        values[i] = percentile_of(counted, sizes[i], 95);
    values[3] = percentile_of(four, 4, 95);
    return true;
}

bool compute_cd_n13(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = (double)percentile_rank(95, 20000);
    return true;
}

/* AT 10, LC 0.5, EL 0.4, CIT 1; what varies is CT, CIR and the high-end GPU. */
static struct carbondis_verdict decision(double ct_s, double cir, bool high_free)
{
    return carbondis_rule(ns_from_s(10), ns_from_s(0.5), ns_from_s(ct_s), ns_from_s(0.4), cir, 1, high_free);
}

bool compute_cd_n14(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    struct carbondis_verdict verdict = decision(10.2, 0.9, true);

    PURE;
    values[0] = ns_to_s(verdict.esft_ns);
    values[1] = ns_to_s(verdict.exft_ns);
    values[2] = verdict.k;
    return true;
}

bool compute_cd_n15(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = decision(10.2, 0.9, false).k;
    return true;
}

bool compute_cd_n16(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = decision(10.05, 1.1, true).k;
    return true;
}

bool compute_cd_n17(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = decision(10.05, 1.1, false).k;
    return true;
}

bool compute_cd_n18(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = decision(10.05, 0.95, true).k;
    return true;
}

bool compute_cd_n19(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = carbondis_rule(0, ns_from_s(0.5), ns_from_s(0.25), ns_from_s(0.25), 1, 1, true).k;
    return true;
}

bool compute_cd_n20(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = ns_to_ms(carbondis_estimate((28 + 29 + 33) * NS_PER_MS, 3, 0));
    return true;
}

bool compute_cd_n21(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = (1 - 0.1621) / (1 + 0.0539);
    values[1] = (1 - 0.1122) / (1 + 0.0472);
    return true;
}

static const char *const set_names[SETS] = {"carbondis-set1", "carbondis-set2"};

bool compute_cd_n22(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    for (int set = 0; set < SETS; set++) {
        struct scenario scenario;
        if (!inputs->scenario(inputs->context, set_names[set], &scenario, error))
            return false;
        for (int a = 0; a < scenario.n_apps; a++)
            values[set] += scenario.apps[a].arrivals.mean_gap_ms / scenario.n_apps;
        scenario_free(&scenario);
    }
    return true;
}

/* Idle power of all GPUs of one fleet of a set. */
static bool fleet_idle(const struct experiment_inputs *inputs, int set, const char *name, double *sum_w,
                       struct error *error)
{
    struct scenario scenario;
    bool good = inputs->scenario(inputs->context, set_names[set], &scenario, error);

    if (!good)
        return false;
    int fleet = scenario_find_fleet(&scenario, name);
    if (fleet < 0)
        good = error_set(error, ERROR_INPUT, set_names[set], "no fleet '%s'", name);
    *sum_w = 0;
    for (int g = 0; good && g < scenario.fleets[fleet].n_gpus; g++) {
        double idle_w;
        good = idle_power(inputs, scenario.fleets[fleet].gpus[g].type, &idle_w, error);
        *sum_w += idle_w;
    }
    scenario_free(&scenario);
    return good;
}

bool compute_cd_n23(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    return fleet_idle(inputs, 0, "high", &values[0], error) &&
           fleet_idle(inputs, 0, "hetero", &values[1], error) &&
           fleet_idle(inputs, 1, "hetero", &values[2], error) &&
           fleet_idle(inputs, 0, "low", &values[3], error) && fleet_idle(inputs, 1, "low", &values[4], error);
}

bool compute_cd_n24(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = 100 * 69.23 / 207.13;
    values[1] = 100 * 83.67 / 605.59;
    return true;
}
