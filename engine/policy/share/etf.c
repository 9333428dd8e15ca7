/* The continuous form is found by filling water: as the common level nu rises from 0, an app begins to take
 * part when nu reaches the energy for its weight that its guarantee comes to, and stops where its demand is
 * met; in between its slice grows by w / P for each unit of nu. So the sum of all slices is a line that bends
 * where somebody begins or stops, and the level sought is on the first piece that reaches T.
 *
 * The greedy form takes its increments in the order of the energies before them, so all of them below any
 * level come first, in whatever order. It need not walk there: everything below the continuous level, less
 * the greatest increment, fits into T, and only the few that come after that are dealt one by one. */
#include "engine/policy/share/etf.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

static double weight_of(const struct etf_terms *terms, int i)
{
    return terms->weight ? terms->weight[i] : 1;
}

static double demand_of(const struct etf_terms *terms, int i)
{
    return terms->demand ? terms->demand[i] : (double)INFINITY;
}

static double sum_of_weights(const struct etf_terms *terms)
{
    double sum = 0;
    for (int i = 0; i < terms->n; i++)
        sum += weight_of(terms, i);
    return sum;
}

/* The sum of w / P: how fast all slices together grow with the level. */
static double sum_of_rates(const struct etf_terms *terms)
{
    double sum = 0;
    for (int i = 0; i < terms->n; i++)
        sum += weight_of(terms, i) / terms->power[i];
    return sum;
}

void etf_time_fair(const struct etf_terms *terms, double *slices)
{
    double all = sum_of_weights(terms);
    for (int i = 0; i < terms->n; i++)
        slices[i] = terms->period * (weight_of(terms, i) / all);
}

void etf_energy_fair(const struct etf_terms *terms, double *slices)
{
    double all = sum_of_rates(terms);
    for (int i = 0; i < terms->n; i++)
        slices[i] = terms->period * (weight_of(terms, i) / terms->power[i]) / all;
}

double etf_phi_fair(const struct etf_terms *terms)
{
    double most = terms->power[0];
    for (int i = 1; i < terms->n; i++)
        most = terms->power[i] > most ? terms->power[i] : most;
    return sum_of_weights(terms) / sum_of_rates(terms) / most;
}

/* What each has at least; returns what is left of the period. */
static double give_guarantees(const struct etf_terms *terms, double *slices)
{
    double left = terms->period;
    etf_time_fair(terms, slices);
    for (int i = 0; i < terms->n; i++) {
        double floor = terms->phi * slices[i], demand = demand_of(terms, i);
        slices[i] = floor < demand ? floor : demand;
        left -= slices[i];
    }
    return left;
}

/* Rounding leaves so little of a period that it is nothing. */
static bool is_left(const struct etf_terms *terms, double left)
{
    return left > 1e-12 * terms->period;
}

/* ---- continuous ---- */

/* The energy for its weight of an app that has so much time. */
static double level_of(const struct etf_terms *terms, int i, double time)
{
    return time * terms->power[i] / weight_of(terms, i);
}

/* The next bend above `level`: where somebody begins to take part or stops. INFINITY: there is none. `rate`
 * is how fast the slices grow from `level` on. */
static double next_bend(const struct etf_terms *terms, const double *floors, double level, double *rate)
{
    double next = (double)INFINITY;
    *rate = 0;
    for (int i = 0; i < terms->n; i++) {
        double begins = level_of(terms, i, floors[i]), stops = level_of(terms, i, demand_of(terms, i));
        if (begins <= level && level < stops)
            *rate += weight_of(terms, i) / terms->power[i];
        if (begins > level && begins < next)
            next = begins;
        if (stops > level && stops < next)
            next = stops;
    }
    return next;
}

/* The level at which all slices come to T; INFINITY: all demands are met before. */
static double common_level(const struct etf_terms *terms, const double *floors, double left)
{
    double level = 0;
    while (is_left(terms, left)) {
        double rate, next = next_bend(terms, floors, level, &rate);
        if (rate > 0 && left <= rate * (next - level))
            return level + left / rate;
        if (isinf(next))
            return next;
        left -= rate * (next - level);
        level = next;
    }
    return level;
}

double etf_continuous(const struct etf_terms *terms, double *slices)
{
    double left = give_guarantees(terms, slices), level = common_level(terms, slices, left);
    for (int i = 0; i < terms->n; i++) {
        double grown = level * weight_of(terms, i) / terms->power[i], demand = demand_of(terms, i);
        grown = grown < demand ? grown : demand;
        slices[i] = grown > slices[i] ? grown : slices[i];
    }
    return level;
}

/* ---- in units ---- */

/* Who is next: the one with the least energy that wants more; -1: nobody does. Energies that differ by
 * rounding alone are equal. */
static int least_energy(const struct etf_terms *terms, const double *slices)
{
    double least_level = (double)INFINITY;
    int least = -1;
    for (int i = 0; i < terms->n; i++) {
        double level = level_of(terms, i, slices[i]);
        if (slices[i] < demand_of(terms, i) && level < least_level * (1 - 1e-12)) {
            least_level = level;
            least = i;
        }
    }
    return least;
}

void etf_slices(const struct etf_terms *terms, double unit, double *slices)
{
    double floors[ETF_APPS_MAX], units[ETF_APPS_MAX];
    /* All units below a level that cannot be too high: at the continuous one slices come to T, and an app is
     * at most one increment above the level where it stops. One more increment below it keeps rounding
     * away. */
    double filled[ETF_APPS_MAX], most_j = 0, level = etf_continuous(terms, filled);
    double left = give_guarantees(terms, floors);
    for (int i = 0; i < terms->n; i++)
        most_j = level_of(terms, i, unit) > most_j ? level_of(terms, i, unit) : most_j;
    for (int i = 0; i < terms->n; i++) {
        /* Whole units that an app takes before its energy reaches the level; its demand may end them
         * before. */
        double below =
            ceil(((level - 2 * most_j) - level_of(terms, i, floors[i])) / level_of(terms, i, unit));
        double most = trunc((demand_of(terms, i) - floors[i]) / unit);
        below = below < most ? below : most;
        units[i] = below > 0 ? below : 0;
        slices[i] = floors[i] + units[i] * unit;
        left -= units[i] * unit;
    }
    int next;
    while (is_left(terms, left) && (next = least_energy(terms, slices)) >= 0) {
        double most = demand_of(terms, next) - slices[next], step = unit < most ? unit : most;
        if (step > left || step < unit) {
            slices[next] += step < left ? step : left;
            left -= step < left ? step : left;
            continue;
        }
        units[next]++;
        slices[next] = floors[next] + units[next] * unit;
        left -= unit;
    }
}

/* ---- what came of it ---- */

static double least_of_greatest(int n, const double *values, const double *weights)
{
    double least = (double)INFINITY, greatest = 0;
    for (int i = 0; i < n; i++) {
        double value = values[i] / (weights ? weights[i] : 1);
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
    }
    return greatest > 0 ? least / greatest : (double)NAN;
}

struct etf_fairness etf_fairness(int n, const double *times, const double *energies, const double *weights)
{
    struct etf_fairness fairness = {.time = least_of_greatest(n, times, weights),
                                    .energy = least_of_greatest(n, energies, weights)};
    fairness.system = fmin(fairness.time, fairness.energy);
    return fairness;
}

struct etf_fairness etf_contended(int n, const double *contested_s, const double *own_s, const double *own_j)
{
    double parts[ETF_APPS_MAX], powers_w[ETF_APPS_MAX];
    int counted = 0;
    for (int i = 0; i < n; i++) {
        if (!(contested_s[i] > 0))
            continue;
        parts[counted] = own_s[i] / contested_s[i];
        powers_w[counted++] = own_j[i] / contested_s[i];
    }
    return etf_fairness(counted, parts, powers_w, NULL);
}
