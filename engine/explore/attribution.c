/* What is off is what the scenario is held against (scenario_baseline), so that shares add up to the
 * difference that everything else tells. */
#include "engine/explore/attribution.h"

#include "engine/base/text.h"
#include "engine/model/model.h"

#include <stdlib.h>
#include <string.h>

/* --- sets --- */

bool attribution_scenario(const struct attribution *attribution, unsigned set, struct scenario *scenario,
                          struct error *error)
{
    unsigned off = 0;
    if (!scenario_copy(scenario, &attribution->scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    for (int k = 0; k < attribution->n; k++)
        off |= set & 1U << k ? 0 : 1U << attribution->layers[k];
    if (baseline_switch_off(scenario, &attribution->reference, off, error))
        return true;
    scenario_free(scenario);
    return false;
}

static size_t append(unsigned set, unsigned *order, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (order[i] == set)
            return n;
    order[n] = set;
    return n + 1;
}

size_t attribution_order(const struct attribution *attribution, unsigned order[ATTRIBUTION_SETS])
{
    unsigned all = attribution_all(attribution);
    size_t n = append(all, order, append(0, order, 0));
    for (int k = 0; k < attribution->n; k++)
        n = append(1U << k, order, n);
    for (int k = 0; k < attribution->n; k++)
        n = append(all & ~(1U << k), order, n);
    for (unsigned set = 0; set <= all; set++)
        n = append(set, order, n);
    return n;
}

char *attribution_name(const struct attribution *attribution, unsigned set, char *out, size_t size)
{
    static const char *const numbers[] = {"none", "one", "both", "all three", "all four", "all five"};
    _Static_assert(sizeof numbers / sizeof *numbers > LAYER_COUNT, "each number of layers has a word");
    text_copy(out, size,
              set == 0                              ? "all off"
              : set == attribution_all(attribution) ? numbers[attribution->n]
                                                    : "");
    for (int k = 0; k < attribution->n && set != attribution_all(attribution); k++)
        if (set & 1U << k)
            text_append(out, size, "%s%s", *out ? " + " : "", layer_names[attribution->layers[k]]);
    return out;
}

/* --- which layers are at work --- */

/* Can it be compiled, what is more than a document without faults? */
static bool is_sound(const struct scenario *scenario, const struct catalog *catalog, struct error *error)
{
    struct faults *faults = calloc(1, sizeof *faults);
    bool sound = faults && scenario_validate(scenario, faults);
    if (!faults)
        error_set(error, ERROR_SYSTEM, "", "out of memory");
    else if (!sound)
        *error = *faults_first(faults);
    free(faults);
    struct model *model = sound ? model_create(scenario, catalog, error) : NULL;
    model_release(model);
    return model != NULL;
}

/* What is on, in words: a scheme by its title, else the knob and its value. */
static void name_switch(const struct attribution *attribution, int k, struct attribution_switch *own)
{
    const struct scenario *scenario = &attribution->scenario;
    struct knob_ref knob = attribution->reference.knobs[k];
    struct knob_value now = knob_get(scenario, knob);
    char value[KNOB_TEXT_SIZE];
    own->layer = attribution->reference.layers[k];
    own->pool = knob.scope == SCOPE_POOL ? knob.target : -1;
    if (knob_is_scheme(knob)) {
        enum policy_id on = baseline_decider(scenario, own->pool < 0 ? 0 : own->pool, own->layer);
        on = on == POLICY_COUNT ? policy_find(own->layer, now.text) : on;
        text_copy(own->on, sizeof own->on, policy_infos[on].title);
        text_copy(own->told, sizeof own->told, own->on);
        text_copy(own->off, sizeof own->off,
                  policy_infos[policy_find(own->layer, attribution->reference.values[k].text)].title);
        return;
    }
    const char *name = KNOB_NAME(scenario, knob), *of = strchr(name, '.');
    knob_format(knob, &now, value, sizeof value);
    text_print(own->on, sizeof own->on, "%s %s", name, value);
    text_print(own->told, sizeof own->told, "%s %s%s%s", knob_infos[knob.id].symbol, of ? of + 1 : "",
               of ? " " : "", value);
    knob_format(knob, &attribution->reference.values[k], value, sizeof value);
    text_print(own->off, sizeof own->off, "%s", value);
}

/* Can each layer be off? Finds the fleets that they lead to. */
static bool try_layers(struct attribution *attribution, const struct catalog *catalog, struct error *error)
{
    for (int k = -1; k < attribution->n; k++) {
        unsigned set = k < 0 ? 0 : attribution_all(attribution) & ~(1U << k);
        struct scenario trial;
        if (!attribution_scenario(attribution, set, &trial, error))
            return false;
        bool sound = is_sound(&trial, catalog, error);
        for (size_t i = 0; sound && k >= 0 && i < attribution->n_switches; i++)
            if (attribution->switches[i].layer == attribution->layers[k] &&
                trial.fleet != attribution->scenario.fleet) {
                text_copy(attribution->switches[i].fleet, sizeof attribution->switches[i].fleet,
                          trial.fleets[trial.fleet].name);
                break;
            }
        scenario_free(&trial);
        if (!sound)
            return false;
    }
    return true;
}

int attribution_at_work(const struct scenario *scenario)
{
    struct baseline reference;
    scenario_baseline(scenario, &reference);
    unsigned layers = baseline_layers(scenario, &reference);
    return layers >> LAYER_COUNT ? 0 : __builtin_popcount(layers);
}

struct attribution *attribution_create(const struct scenario *scenario, const struct catalog *catalog,
                                       struct error *error)
{
    struct attribution *attribution = calloc(1, sizeof *attribution);
    if (!attribution || !scenario_copy(&attribution->scenario, scenario)) {
        free(attribution);
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    scenario_baseline(&attribution->scenario, &attribution->reference);
    const struct scenario *base = &attribution->scenario;
    const struct baseline *reference = &attribution->reference;
    unsigned layers = baseline_layers(base, reference);
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        if (layers & 1U << layer)
            attribution->layers[attribution->n++] = (enum layer)layer;
        for (int k = 0; k < reference->n; k++)
            if ((int)reference->layers[k] == layer && baseline_differs(base, reference, k))
                name_switch(attribution, k, &attribution->switches[attribution->n_switches++]);
    }
    bool good = is_sound(scenario, catalog, error);
    /* What no layer can answer for, as another trace, could be nobody's part. */
    for (int k = 0; good && k < reference->n; k++)
        if (reference->layers[k] == LAYER_COUNT && baseline_differs(base, reference, k))
            good = error_set(error, ERROR_INPUT, "/baseline",
                             "%s: its reference has another %s, which belongs to no layer: leave it out",
                             base->name, KNOB_NAME(base, reference->knobs[k]));
    const char *const wanted = "shares need two layers: choose more schemes (P), or `wattif compare`";
    const struct attribution_switch *only = &attribution->switches[0];
    if (good && attribution->n == 0)
        good = error_set(error, ERROR_INPUT, "", "%s: no layer is at work; %s", base->name, wanted);
    else if (good && attribution->n == 1)
        good = error_set(error, ERROR_INPUT, "", "%s: only %s is at work (%s, which is %s when off); %s",
                         base->name, layer_names[only->layer], only->on, only->off, wanted);
    if (good && try_layers(attribution, catalog, error))
        return attribution;
    attribution_free(attribution);
    return NULL;
}

void attribution_free(struct attribution *attribution)
{
    if (attribution)
        scenario_free(&attribution->scenario);
    free(attribution);
}

/* Weights are whole numbers until the end, factorials up to 10!, and doubles hold them exactly: what is
 * rounded is the differences alone. */

static double factorial(int n)
{
    double product = 1;
    for (int k = 2; k <= n; k++)
        product *= k;
    return product;
}

/* Differences of values that are equal but for their last digits are not told from none. `dust` of the
 * greatest value: less for a share than for an interaction, because shares must still add up to the total. */
static double without_dust(const double *values, int n, double dust, double sum)
{
    double most = 0;
    for (unsigned set = 0; set < 1U << n; set++)
        most = fmax(most, fabs(values[set]));
    return fabs(sum) < dust * most ? 0 : sum;
}

double shapley_share(const double *values, int n, int player)
{
    unsigned own = 1U << player;
    double sum = 0;
    for (unsigned set = 0; set < 1U << n; set++)
        if (!(set & own)) {
            int members = __builtin_popcount(set);
            sum += factorial(members) * factorial(n - 1 - members) * (values[set | own] - values[set]);
        }
    return without_dust(values, n, 1e-14, sum / factorial(n));
}

double shapley_interaction(const double *values, int n, int a, int b)
{
    unsigned one = 1U << a, other = 1U << b;
    double sum = 0;
    for (unsigned set = 0; set < 1U << n; set++)
        if (!(set & (one | other))) {
            int members = __builtin_popcount(set);
            sum += factorial(members) * factorial(n - 2 - members) *
                   ((values[set | one | other] - values[set | one]) - (values[set | other] - values[set]));
        }
    return without_dust(values, n, 1e-10, sum / factorial(n - 1));
}
