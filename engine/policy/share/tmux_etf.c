/* tmux-etf: Energy-Time Fairness. Everyone that has work is sure of the part phi of its time-fair slice; what
 * is left of the period goes, unit by unit, to whoever would have the least energy for its weight (etf.md
 * section 2). At phi 1 that is tmux-tf, at 0 tmux-ef but for the unit. What is counted is time over the part
 * of the period that the slice is: so another period changes the length of turns and nothing else. */
#include "engine/policy/discipline.h"
#include "engine/policy/share/tmux.h"

static void divide(const struct etf_terms *terms, double *slices)
{
    etf_slices(terms, (double)TMUX_UNIT_NS, slices);
}

/* Time over slice, whatever the period. A slice is at least a unit. */
static double counted_by(const struct etf_terms *terms, const double *slices, int k)
{
    double least = (double)TMUX_UNIT_NS;
    return (slices[k] > least ? slices[k] : least) / terms->period;
}

static const struct tmux_rule rule = {.divide = divide, .counted_by = counted_by};

TMUX_SCHEME(share_tmux_etf, rule);
