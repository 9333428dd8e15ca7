#include "tui/words/advice.h"

#include "engine/base/text.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { NAME_SIZE = 400, VALUE_SIZE = 40, PLACES_TOLD = 4 };

struct advice {
    const struct sweep_values *of;
    advice_namer *name;
    unsigned choices;
    enum work_likeness work;
    enum metric measure;
};

void advice_as_set(const struct sweep *sweep, size_t configuration, unsigned axes, char *out, size_t size)
{
    size_t at[SWEEP_AXES_MAX];
    sweep_place(sweep, configuration, at);
    out[0] = 0;
    for (size_t a = 0; a < sweep->n_axes; a++)
        if (axes >> a & 1)
            text_append(out, size, "%s%s=%s", *out ? ", " : "", sweep->axes[a].knob,
                        sweep->axes[a].values[at[a]]);
}

/* "187.326 g", "1.4712 mg". */
static char *write_value(const struct advice *advice, double value, char out[VALUE_SIZE])
{
    const struct metric_unit_info *unit = &metric_units[metric_infos[advice->measure].unit];
    text_print(out, VALUE_SIZE, "%.6g %s", value * unit->factor, unit->symbol);
    return out;
}

static double mean_of(const struct advice *advice, size_t i)
{
    return sweep_mean(advice->of, i, sweep_column_of(advice->of->sweep, advice->measure, 0)).mean;
}

static const char *measure_words(const struct advice *advice)
{
    static const char *const words[WORK_LIKENESSES] = {"carbon", "carbon a request", "carbon a request",
                                                       "carbon a request (the apps' parts of them differ)"};
    return words[advice->work];
}

/* Of the settings that a configuration has, the mean over the places that were swept. */
static double over_places(const struct advice *advice, size_t like, size_t column)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < sweep_configurations(advice->of->sweep); i++) {
        struct confidence mean = sweep_mean(advice->of, i, column);
        if (mean.n > 0 && sweep_agree(advice->of->sweep, i, like, advice->choices)) {
            sum += mean.mean;
            n++;
        }
    }
    return sum / (double)n;
}

/* Is it within what luck does? */
static bool is_luck(const struct advice *advice, size_t best, size_t base, size_t column)
{
    struct confidence apart = sweep_difference(advice->of, best, base, column);
    return apart.n > 1 && fabs(apart.mean) <= apart.ci95;
}

/* "; late 126 against 0": in what the settings recommended are worse than the scenario's own by most, late of
 * all requests. A tail that comes nearer to its SLO is told where nothing else is worse. */
static void add_price(const struct advice *advice, size_t best, size_t base, char *out, size_t size)
{
    static const enum metric metrics[] = {METRIC_LATE, METRIC_ACCURACY, METRIC_FAIR_SYSTEM, METRIC_TEMP_MAX,
                                          METRIC_WORST_OF_SLO};
    const struct sweep *sweep = advice->of->sweep;
    char now_words[METRIC_WORDS_SIZE], then_words[METRIC_WORDS_SIZE], price[NAME_SIZE] = "";
    double most = 0;
    for (size_t k = 0; k < sizeof metrics / sizeof *metrics; k++) {
        enum metric metric = metrics[k];
        size_t column = sweep_column_of(sweep, metric, 0);
        if (column == SIZE_MAX || (metric == METRIC_WORST_OF_SLO && most > 0))
            continue;
        double now = over_places(advice, best, column), then = over_places(advice, base, column),
               all = metric == METRIC_LATE
                         ? over_places(advice, base, sweep_column_of(sweep, METRIC_ARRIVED, 0))
                         : then,
               worse = (metric_infos[metric].better == METRIC_MORE ? then - now : now - then) / all;
        metric_words_value(metric, now, now_words);
        metric_words_value(metric, then, then_words);
        if (!(worse > most) || strcmp(now_words, then_words) == 0 || is_luck(advice, best, base, column))
            continue;
        most = worse;
        text_print(price, sizeof price, "; %s %s against %s", metric_words_name(metric, 24), now_words,
                   then_words);
    }
    text_append(out, size, "%s", price);
}

/* ", 17.3 % less than cit=1; late 126 against 0": against what the scenario has itself, if that was swept. */
static void hold_against_own(const struct advice *advice, size_t best, char *out, size_t size)
{
    const struct sweep *sweep = advice->of->sweep;
    size_t base = sweep_base_at(sweep, advice->choices);
    char name[NAME_SIZE], share[VALUE_SIZE];
    if (base == SIZE_MAX || base == best)
        return;
    bool luck = is_luck(advice, best, base, sweep_column_of(sweep, advice->measure, 0));
    tradeoff_share(share, mean_of(advice, best), mean_of(advice, base));
    bool same = luck || strcmp(share, "the same") == 0;
    advice->name(sweep, base, advice->choices, name, sizeof name);
    text_append(out, size, ", %s %s %s%s", luck ? "about the same" : share, same ? "as" : "than", name,
                sweep_share_kept(advice->of, base) < 1 ? ", which breaks a limit" : "");
    if (!same)
        add_price(advice, best, base, out, size);
}

/* Nothing is a choice: the ends of a range, else the least and the most. */
static void tell_worlds(const struct advice *advice, char *out, size_t size)
{
    const struct sweep *sweep = advice->of->sweep;
    size_t ends[2] = {0, sweep_grid(sweep) - 1};
    char name[NAME_SIZE], value[VALUE_SIZE];
    double number;
    bool range = sweep->n_axes == 1 && text_to_number(sweep->axes[0].values[0], &number);
    for (size_t i = 0; i < sweep_grid(sweep) && !range; i++) {
        ends[0] = mean_of(advice, i) < mean_of(advice, ends[0]) ? i : ends[0];
        ends[1] = mean_of(advice, i) > mean_of(advice, ends[1]) ? i : ends[1];
    }
    text_print(out, size, "Nothing that was swept is a choice, so nothing is recommended; %s is",
               measure_words(advice));
    for (int k = 0; k < 2; k++) {
        advice->name(sweep, ends[k], ~0U, name, sizeof name);
        text_append(out, size, "%s%s %s at %s", k ? " and" : "",
                    range ? ""
                    : k   ? " most,"
                          : " least,",
                    write_value(advice, mean_of(advice, ends[k]), value), name);
    }
    text_append(out, size, ".");
}

/* "; nearest comes water_c=40: gpu05 15.1 K over the safe 40 C": what to turn where nothing keeps the limits.
 */
static void add_nearest(const struct advice *advice, char *out, size_t size)
{
    const struct sweep *sweep = advice->of->sweep;
    struct limit broken;
    char name[NAME_SIZE], text[LIMIT_TEXT];
    size_t nearest = sweep_nearest(advice->of, &broken);
    if (nearest != SIZE_MAX) {
        advice->name(sweep, nearest, ~0U, name, sizeof name);
        text_append(out, size, "; nearest comes %s: %s", name,
                    limit_text(&broken, limit_whose_in(&broken, &sweep->base), false, text));
    }
    text_append(out, size, ".");
}

/* "Least carbon with every limit kept in every seed: at load=1 with cit=0.8, 187 g; at load=2 nothing keeps
 * them." */
static void tell_places(const struct advice *advice, const size_t *places, size_t n, char *out, size_t size)
{
    const struct sweep *sweep = advice->of->sweep;
    char place[NAME_SIZE], name[NAME_SIZE], value[VALUE_SIZE];
    size_t found = 0;
    text_print(out, size, "Least %s with every limit kept in every seed: ", measure_words(advice));
    for (size_t k = 0; k < n; k++) {
        size_t best = sweep_best_at(advice->of, places[k]);
        advice->name(sweep, places[k], ~advice->choices, place, sizeof place);
        text_append(out, size, k ? "; at %s " : "at %s ", place);
        if (best == SIZE_MAX) {
            text_append(out, size, "nothing keeps them");
            continue;
        }
        found++;
        advice->name(sweep, best, advice->choices, name, sizeof name);
        text_append(out, size, "with %s, %s", name, write_value(advice, mean_of(advice, best), value));
    }
    if (found == 0)
        add_nearest(advice, out, size);
    else
        text_append(out, size, ".");
}

/* "Over 12 values of start policy.tune=carbon-tuned has the least ..., 1852 g in the mean, against 2335 g
 * with policy.tune=fixed: less at 12 of them." */
static void tell_standing(const struct advice *advice, size_t n_places, char *out, size_t size)
{
    const struct sweep *sweep = advice->of->sweep;
    struct sweep_standing best;
    char name[NAME_SIZE], own[NAME_SIZE], value[VALUE_SIZE], where[NAME_SIZE] = "";
    for (size_t a = 0; a < sweep->n_axes; a++)
        if (!(advice->choices >> a & 1))
            text_append(where, sizeof where, "%s%s", *where ? " and " : "", sweep->axes[a].knob);
    if (!sweep_over_places(advice->of, &best)) {
        text_print(out, size, "No choice keeps every limit in every seed at each of %zu values of %s",
                   n_places, where);
        add_nearest(advice, out, size);
        return;
    }
    size_t base = sweep_base_at(sweep, advice->choices);
    advice->name(sweep, best.choice, advice->choices, name, sizeof name);
    text_print(out, size, "Over %zu values of %s %s has the least %s with every limit kept, %s in the mean",
               best.places, where, name, measure_words(advice), write_value(advice, best.mean, value));
    if (base != SIZE_MAX && sweep_agree(sweep, base, best.choice, advice->choices)) {
        text_append(out, size, "; it is what the scenario has.");
    } else if (base != SIZE_MAX) {
        advice->name(sweep, base, advice->choices, own, sizeof own);
        text_append(out, size, ", against %s with %s at the same: less at %zu of %zu",
                    write_value(advice, best.own_mean, value), own, best.wins, best.places);
        add_price(advice, best.choice, base, out, size);
        text_append(out, size, ".");
    } else {
        text_append(out, size, ".");
    }
}

void advice_describe(const struct sweep_values *of, advice_namer *name, char *out, size_t size)
{
    const struct sweep *sweep = of->sweep;
    struct advice advice = {
        .of = of, .name = name, .choices = sweep_choices(sweep), .work = sweep_likeness(of)};
    size_t places[PLACES_TOLD + 1], n_places = 0;
    unsigned all = (1U << sweep->n_axes) - 1;
    char text[NAME_SIZE], value[VALUE_SIZE];
    advice.measure = work_measure(advice.work);
    for (size_t i = 0; i < sweep_grid(sweep); i++)
        if (sweep_agree(sweep, i, 0, advice.choices)) {
            if (n_places < PLACES_TOLD)
                places[n_places] = i;
            n_places++;
        }
    out[0] = 0;
    if (!advice.choices) {
        tell_worlds(&advice, out, size);
    } else if (advice.choices != all) {
        if (n_places > PLACES_TOLD)
            tell_standing(&advice, n_places, out, size);
        else
            tell_places(&advice, places, n_places, out, size);
    } else {
        size_t best = sweep_best(of);
        if (best == SIZE_MAX) {
            text_print(out, size, "No configuration keeps every limit in every seed");
            add_nearest(&advice, out, size);
            return;
        }
        name(sweep, best, all, text, sizeof text);
        text_print(out, size, "Least %s with every limit kept in every seed: %s, %s", measure_words(&advice),
                   text, write_value(&advice, mean_of(&advice, best), value));
        hold_against_own(&advice, best, out, size);
        text_append(out, size, ".");
    }
    if (sweep->replicates == 1 && out[0]) {
        out[strlen(out) - 1] = 0;
        text_append(out, size, " (one draw of luck: `wattif sweep --replicate 5` tells how sure that is).");
    }
}
