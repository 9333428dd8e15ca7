/* tmux-tf: temporal multiplexing, fair in time. The apps that have work divide the period by their weights,
 * T_i = T w_i / W (etf.md sections 1.2 and 4); one alone keeps the device. What is counted is time over
 * weight: while the same apps have work that is time over slice, but for a factor; and those that always have
 * work get time by their weights also while others come and go, and at any period. */
#include "engine/policy/discipline.h"
#include "engine/policy/share/tmux.h"

/* Time over weight. */
static double counted_by(const struct etf_terms *terms, const double *slices, int k)
{
    (void)slices;
    return terms->weight[k];
}

static const struct tmux_rule rule = {.divide = etf_time_fair, .counted_by = counted_by};

TMUX_SCHEME(share_tmux_tf, rule);
