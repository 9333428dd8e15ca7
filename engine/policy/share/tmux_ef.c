/* tmux-ef: temporal multiplexing, fair in energy. The apps that have work divide the period so that each gets
 * the same energy for its weight, T_i = T (w_i / P_i) / sum (w / P) (etf.md section 1.3: the printed equation
 * 2 is another, and wrong). What is counted is energy over weight, so it stays fair while others come and go,
 * and where an app changes its clock. */
#include "engine/policy/discipline.h"
#include "engine/policy/share/tmux.h"

/* Energy over weight: time over w / P. */
static double counted_by(const struct etf_terms *terms, const double *slices, int k)
{
    (void)slices;
    return terms->weight[k] / terms->power[k];
}

static const struct tmux_rule rule = {.divide = etf_energy_fair, .counted_by = counted_by};

TMUX_SCHEME(share_tmux_ef, rule);
