/* Numbers of one metric have one unit and as many digits as its greatest effect asks for. */
#include "tui/words/contribution.h"

#include "engine/base/text.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 96 };

const char *contribution_title(enum metric metric)
{
    if (metric_infos[metric].group == METRIC_GROUP_FAIRNESS)
        return metric_groups[METRIC_GROUP_FAIRNESS].label;
    return metric == METRIC_APP_P95        ? "slowest p95"
           : metric == METRIC_WORST_OF_SLO ? "slowest tail"
                                           : metric_words_name(metric, NAME_SIZE);
}

/* --- numbers --- */

static double greater(double most, double value)
{
    return isnan(value) ? most : fmax(most, fabs(value));
}

/* Of all that is counted as a difference. */
static double greatest_effect(const struct contribution *contribution)
{
    double most = greater(0, contribution->total.n ? contribution->total.delta : 0);
    for (int k = 0; k < LAYER_COUNT; k++) {
        most = greater(most, contribution->layers[k].share.delta);
        most = greater(most, contribution->layers[k].alone.delta);
        most = greater(most, contribution->layers[k].last.delta);
    }
    return most;
}

struct contribution_scale contribution_scale(const struct contribution *contribution)
{
    static const char *const steps[UNITS] = {
        [UNIT_PERCENT_OF_1] = " pt", [UNIT_PERCENT] = " pt", [UNIT_C] = " K"};
    static const struct {
        enum metric_unit of;
        double least, factor;
        const char *unit;
    } larger[] = {{UNIT_G, 1e4, 1e-3, " kg"}, {UNIT_G, 0, 1, " g"}, {UNIT_KWH, 0, 1 / 3.6e6, " kWh"},
                  {UNIT_MS, 0, 1, " ms"},     {UNIT_C, 0, 1, " C"}, {UNIT_PERCENT_OF_1, 0, 100, " %"},
                  {UNIT_PERCENT, 0, 1, " %"}};
    enum metric_unit unit = metric_infos[contribution->metric].unit;
    double level = greater(greater(0, contribution->none), contribution->all);
    struct contribution_scale scale = {.factor = 1, .unit = "", .step = ""};
    for (size_t i = 0; i < sizeof larger / sizeof *larger; i++)
        if (larger[i].of == unit && level >= larger[i].least) {
            scale.factor = larger[i].factor;
            scale.unit = scale.step = larger[i].unit;
            break;
        }
    if (steps[unit])
        scale.step = steps[unit];
    if (contribution->metric == METRIC_WORST_OF_SLO)
        scale.unit = " % of SLO";
    double most = greatest_effect(contribution);
    most = (most > 0 ? most : level / 100) * scale.factor; /* no effect is known yet */
    scale.digits = most >= 9.95 ? 1 : most >= 0.995 ? 2 : 3;
    return scale;
}

bool contribution_is_none(const struct contribution_scale *scale, double effect)
{
    return fabs(effect) * scale->factor < 0.5 * pow(10, -scale->digits);
}

char *contribution_level(const struct contribution_scale *scale, double value, char out[CONTRIBUTION_CELL])
{
    if (isnan(value))
        return text_print(out, CONTRIBUTION_CELL, "%s", "-");
    value = contribution_is_none(scale, value) ? 0 : value * scale->factor; /* no zero with a sign */
    return text_print(out, CONTRIBUTION_CELL, "%s%.*f%s", value < 0 ? "−" : "", scale->digits, fabs(value),
                      scale->unit);
}

char *contribution_amount(const struct contribution_scale *scale, double effect, char out[CONTRIBUTION_CELL])
{
    if (isnan(effect))
        return text_print(out, CONTRIBUTION_CELL, "%s", "-");
    if (contribution_is_none(scale, effect))
        return text_print(out, CONTRIBUTION_CELL, "%s", "=");
    return text_print(out, CONTRIBUTION_CELL, "%s%.*f%s", effect < 0 ? "−" : "+", scale->digits,
                      fabs(effect) * scale->factor, scale->step);
}

char *contribution_effect(const struct contribution_scale *scale, const struct pairing *effect,
                          char out[CONTRIBUTION_CELL])
{
    double delta = effect->n ? effect->delta : (double)NAN;
    if (effect->n < 2 || !(effect->ci95 > 0) || contribution_is_none(scale, delta))
        return contribution_amount(scale, delta, out);
    return text_print(out, CONTRIBUTION_CELL, "%s%.*f ±%.*f%s", delta < 0 ? "−" : "+", scale->digits,
                      fabs(delta) * scale->factor, scale->digits, effect->ci95 * scale->factor, scale->step);
}

/* Without a sign: what a sentence says with a word. "32.7 ±11.9 g"; where it may be noise it says so. */
static char *size_of(const struct contribution_scale *scale, const struct pairing *effect,
                     char out[CONTRIBUTION_CELL])
{
    text_print(out, CONTRIBUTION_CELL, "%.*f", scale->digits, fabs(effect->delta) * scale->factor);
    if (effect->n > 1 && effect->ci95 > 0)
        text_append(out, CONTRIBUTION_CELL, " ±%.*f", scale->digits, effect->ci95 * scale->factor);
    return text_append(out, CONTRIBUTION_CELL, "%s%s", scale->step,
                       effect->verdict == PAIRING_NOISE ? ", which is within the noise" : "");
}

/* 1, 0, -1: as metric_judge, of what can be read. */
static int judge(const struct contribution *contribution, const struct contribution_scale *scale,
                 double effect)
{
    return isnan(effect) || contribution_is_none(scale, effect)
               ? 0
               : metric_judge(contribution->metric, effect, 0);
}

const char *contribution_word(const struct contribution *contribution, const struct pairing *effect)
{
    struct contribution_scale scale = contribution_scale(contribution);
    int judged = effect->n ? judge(contribution, &scale, effect->delta) : 0;
    if (effect->n == 0)
        return "";
    if (judged != 0 && effect->verdict == PAIRING_NOISE)
        return "within the noise";
    if (judged != 0 && contribution->one_draw)
        return "in this draw";
    return judged > 0 ? "better" : judged < 0 ? "worse" : "the same";
}

/* --- layers --- */

char *contribution_layer(const struct attribution *attribution, int k, bool brief, char *out, size_t size)
{
    const struct scenario *scenario = &attribution->scenario;
    *out = 0;
    for (size_t i = 0; i < attribution->n_switches; i++) {
        const struct attribution_switch *own = &attribution->switches[i];
        if (own->layer != attribution->layers[k])
            continue;
        bool named = scenario->n_pools > 0 && own->pool >= 0;
        text_append(out, size, "%s%s%s%s%s%s", *out ? ", " : "",
                    named ? scenario_pool_name(scenario, own->pool) : "", named ? " " : "", own->told,
                    brief ? "" : " for ", brief ? "" : own->off);
    }
    return out;
}

const char *contribution_scheme(const struct attribution *attribution, int k)
{
    for (size_t i = 0; i < attribution->n_switches; i++)
        if (attribution->switches[i].layer == attribution->layers[k])
            return attribution->switches[i].told;
    return "";
}

char *contribution_parts(const struct attribution *attribution, const struct contribution *contribution,
                         char *out, size_t size)
{
    struct contribution_scale scale = contribution_scale(contribution);
    char amount[CONTRIBUTION_CELL];
    *out = 0;
    for (int worse = 0; worse < 2; worse++) {
        bool told[LAYER_COUNT] = {false}, first = true;
        for (int n = 0; n < attribution->n; n++) {
            int most = -1;
            for (int k = 0; k < attribution->n; k++) {
                const struct pairing *part = &contribution->layers[k].share;
                bool counts = part->n > 0 && part->verdict != PAIRING_NOISE && !told[k] &&
                              judge(contribution, &scale, part->delta) == (worse ? -1 : 1);
                if (counts && (most < 0 || fabs(part->delta) > fabs(contribution->layers[most].share.delta)))
                    most = k;
            }
            if (most < 0)
                break;
            told[most] = true;
            double delta = contribution->layers[most].share.delta;
            text_append(out, size, "%s%s %s%s",
                        !*out            ? ""
                        : worse && first ? "; "
                                         : /* What a reader knows it by: schemes by their title. */
                            ", ",
                        attribution->layers[most] == LAYER_TUNE    ? "clocks"
                        : attribution->layers[most] == LAYER_PLACE ? "places and water"
                                                                   : contribution_scheme(attribution, most),
                        worse ? "costs " : "",
                        worse ? contribution_level(&scale, fabs(delta), amount)
                              : contribution_amount(&scale, delta, amount));
            first = false;
        }
    }
    return out;
}

/* --- sentences --- */

static char *name_all(const struct attribution *attribution, char *out, size_t size)
{
    return attribution_name(attribution, attribution_all(attribution), out, size);
}

static void capitalise(char *text)
{
    if (*text >= 'a' && *text <= 'z')
        *text = (char)(*text - 'a' + 'A');
}

char *contribution_total(const struct attribution *attribution, const struct contribution *contribution,
                         char *out, size_t size)
{
    char all[NAME_SIZE], cell[CONTRIBUTION_CELL], change[METRIC_WORDS_SIZE];
    struct contribution_scale scale = contribution_scale(contribution);
    const struct pairing *total = &contribution->total;
    text_print(out, size, "%s: %s all off", contribution_title(contribution->metric),
               contribution_level(&scale, contribution->none, cell));
    text_append(out, size, ", %s %s on", contribution_level(&scale, contribution->all, cell),
                name_all(attribution, all, sizeof all));
    capitalise(out);
    if (total->n == 0)
        return text_append(out, size, "%s", ".");
    if (contribution_is_none(&scale, total->delta))
        return text_append(out, size, "%s", ": no difference.");
    text_append(out, size, ": %s", contribution_effect(&scale, total, cell));
    /* Shares of what would be nothing at zero. */
    enum metric_unit unit = metric_infos[contribution->metric].unit;
    if (unit == UNIT_G || unit == UNIT_MS)
        text_append(out, size, " (%s)",
                    metric_words_change(contribution->metric, contribution->all, contribution->none, change));
    return text_append(out, size, ", %s.", contribution_word(contribution, total));
}

/* Where no layer alone is of use. */
static void tell_useless(const struct attribution *attribution, const struct contribution *contribution,
                         const struct contribution_scale *scale, char *out, size_t size)
{
    char all[NAME_SIZE], cell[CONTRIBUTION_CELL];
    int judged = judge(contribution, scale, contribution->total.delta);
    size_of(scale, &contribution->total, cell);
    name_all(attribution, all, sizeof all);
    if (judged > 0)
        text_print(out, size, "No layer alone does better than all off, but %s do, by %s", all, cell);
    else if (judged < 0)
        text_print(out, size, "No layer alone does better than all off, and %s do worse, by %s", all, cell);
    else
        text_print(out, size, "No layer alone does better than all off, nor do %s", all);
}

/* "All five beat the best one alone, configure, by 22.1 g" */
static void compare_alone(const struct attribution *attribution, const struct contribution *contribution,
                          const struct contribution_scale *scale, char *out, size_t size)
{
    char all[NAME_SIZE], cell[CONTRIBUTION_CELL];
    char alone[NAME_SIZE];
    double one = contribution->values[1U << contribution->best_alone];
    if (judge(contribution, scale, one - contribution->none) <= 0) {
        tell_useless(attribution, contribution, scale, out, size);
        return;
    }
    int judged = judge(contribution, scale, contribution->over_alone.delta);
    text_print(alone, sizeof alone, "%s (%s)", layer_names[attribution->layers[contribution->best_alone]],
               contribution_scheme(attribution, contribution->best_alone));
    name_all(attribution, all, sizeof all);
    capitalise(all);
    size_of(scale, &contribution->over_alone, cell);
    if (judged != 0 && contribution->over_alone.verdict == PAIRING_NOISE)
        text_print(out, size, "%s and %s alone differ by %s", all, alone, cell);
    else if (judged > 0)
        text_print(out, size, "%s beat the best one alone, %s, by %s", all, alone, cell);
    else if (judged < 0)
        text_print(out, size, "%s do worse than %s alone, by %s", all, alone, cell);
    else
        text_print(out, size, "%s come to what %s alone does", all, alone);
}

static bool all_miss(const struct attribution *attribution, const struct contribution *contribution)
{
    bool miss = true;
    for (unsigned set = 0; set <= attribution_all(attribution); set++)
        miss = miss && (contribution->misses[set] || isnan(contribution->values[set]));
    return miss;
}

char *contribution_verdict(const struct attribution *attribution, const struct contribution *contribution,
                           char *out, size_t size)
{
    struct contribution_scale scale = contribution_scale(contribution);
    unsigned sets = attribution_all(attribution) + 1;
    *out = 0;
    if (isnan(contribution->all) || isnan(contribution->none))
        return text_print(out, size, "Only %d of %u sets have it, so it cannot be shared out.",
                          contribution->n_known, sets);
    if (contribution->best_alone < 0 || contribution->best < 0)
        return out;
    /* Do all sets come to the same? */
    bool level = true;
    for (unsigned set = 0; set <= attribution_all(attribution); set++)
        level = level && contribution_is_none(&scale, contribution->values[set] - contribution->none);
    if (level)
        return text_print(out, size, "%s", "No set of layers makes a difference to it.");
    compare_alone(attribution, contribution, &scale, out, size);
    char name[NAME_SIZE], cell[CONTRIBUTION_CELL];
    unsigned best = (unsigned)contribution->best, all = attribution_all(attribution);
    const char *kept = contribution->best_keeps ? " of those that keep every limit" : "";
    const struct pairing *over = &contribution->over_all;
    attribution_name(attribution, best, name, sizeof name);
    if (contribution->misses[all] && !contribution->misses[best])
        text_append(out, size, "; they break a limit, and the best that keeps every one is %s, %s", name,
                    contribution_level(&scale, contribution->values[best], cell));
    else if (over->verdict == PAIRING_NOISE)
        text_append(out, size, "; no other set%s does better beyond the noise", kept);
    else if (best == all || contribution_is_none(&scale, over->delta))
        text_append(out, size, "; no other set%s does better", kept);
    else
        text_append(out, size, "; the best%s is %s, better than %s by %s", kept, name,
                    attribution->n > 2 ? "all" : "both", size_of(&scale, over, cell));
    return text_append(out, size, "%s%s",
                       all_miss(attribution, contribution) ? "; every set breaks a limit" : "",
                       contribution->one_draw ? "; all of this in one draw." : ".");
}

/* Those that are told of the first so many; how many more do something, and how many nothing. */
char *contribution_pairs(const struct attribution *attribution, const struct contribution *contribution,
                         char *out, size_t size)
{
    enum { TOLD = 4 };
    struct contribution_scale scale = contribution_scale(contribution);
    int n = 0, known = 0, noise = 0;
    *out = 0;
    for (int i = 0; i < contribution->n_pairs; i++) {
        const struct contribution_pair *pair = &contribution->pairs[i];
        char cell[CONTRIBUTION_CELL];
        int judged = pair->effect.n ? judge(contribution, &scale, pair->effect.delta) : 0;
        known += pair->effect.n > 0;
        noise += judged != 0 && pair->effect.verdict == PAIRING_NOISE;
        if (judged == 0 || pair->effect.verdict == PAIRING_NOISE || n++ >= TOLD)
            continue;
        text_append(out, size, "%s%s and %s %s, %s%s", *out ? "; " : "",
                    layer_names[attribution->layers[pair->a]], layer_names[attribution->layers[pair->b]],
                    judged > 0 ? "help" : "fight", contribution_effect(&scale, &pair->effect, cell),
                    *out ? "" : " beyond the sum of both");
    }
    if (known == 0)
        return out;
    if (contribution->one_draw)
        return text_print(out, size, "%s", "Whether two layers help or fight one draw does not tell.");
    if (n == 0 && noise > 0)
        text_print(out, size, "%s", "whether any two layers help or fight is within the noise");
    else if (n == 0)
        text_print(out, size, "%s", "no two layers touch each other: their effects add up");
    else if (n > TOLD)
        text_append(out, size, "; %d more do%s less", n - TOLD, n - TOLD > 1 ? "" : "es");
    capitalise(out);
    return text_append(out, size, "%s", ".");
}

/* --- what it hangs on --- */

static void tell_faults(const struct contributions *contributions, char *out, size_t size)
{
    unsigned n = 0, all = attribution_all(contributions->attribution);
    const char *first = NULL;
    char name[NAME_SIZE] = "";
    for (unsigned set = 0; set <= all; set++) {
        const char *fault = contributions->runs.fault(contributions->runs.context, set);
        n += fault != NULL;
        if (fault && !first) {
            first = fault;
            attribution_name(contributions->attribution, set, name, sizeof name);
        }
    }
    if (n > 0)
        text_append(out, size, "%u of %u sets cannot be run, so parts are not known; %s: %.160s. ", n,
                    all + 1, name, first);
}

char *contribution_caveats(const struct contributions *contributions, bool over, char *out, size_t size)
{
    *out = 0;
    if (over) {
        unsigned first = 0, n = 0, all = attribution_all(contributions->attribution);
        char name[NAME_SIZE];
        for (unsigned set = all + 1; set-- > 0;)
            if (contribution_is_overloaded(&contributions->runs, set)) {
                first = set;
                n++;
            }
        if (n > 0)
            text_append(
                out, size,
                "%u of %u sets cannot carry the load and end early (%s%s): they have no value, so parts are not known. ",
                n, all + 1, attribution_name(contributions->attribution, first, name, sizeof name),
                n > 1 ? ", ..." : "");
        tell_faults(contributions, out, size);
    }
    const struct attribution *attribution = contributions->attribution;
    const struct scenario *scenario = &attribution->scenario;
    for (size_t i = 0; i < attribution->n_switches; i++) {
        const struct attribution_switch *own = &attribution->switches[i];
        if (*own->fleet)
            text_append(out, size, "Without %s the run is on fleet %s instead of %s. ", own->told, own->fleet,
                        scenario->fleets[scenario->fleet].name);
    }
    if (contributions->runs.seeds < 2)
        text_append(
            out, size,
            "One draw of luck, %s: `wattif attribute --replicate 5` tells what is larger than the noise.",
            scenario_draws_lots(&contributions->attribution->scenario) ? "and a scheme draws lots"
                                                                       : "on the same requests");
    else
        text_append(
            out, size,
            "Means over %zu seeds, which are luck of arrivals, each effect seed by seed on the same requests; noise is told from the rest at 5 %% over all that is said of a metric.",
            contributions->runs.seeds);
    if (metric_too_few(METRIC_ACCURACY, scenario_searches(&contributions->attribution->scenario),
                       contributions->runs.seeds))
        text_append(out, size,
                    " Tails and accuracy have no interval under %d seeds: one layout decides them.",
                    METRIC_SEEDS);
    return out;
}
