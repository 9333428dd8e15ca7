/* The decision rule of CarbonDIS (Algorithm 1, steps 3 to 7 of carbondis.md section 2), one function for the
 * router and for `wattif calc carbondis`. A request that cannot meet its deadline on the low-end GPU
 * (`miss`), or could but runs while the grid is dirtier than the threshold allows (`dirty`), takes the
 * high-end GPU when that is free; everything else (`clean`) stays on the low-end one without looking. Ties go
 * to "can meet" and to "low-carbon". Times are whole nanoseconds, so a tie is a tie. */
#ifndef WATTIF_POLICY_ROUTE_CARBONDIS_RULE_H
#define WATTIF_POLICY_ROUTE_CARBONDIS_RULE_H

#include <stdbool.h>
#include <stdint.h>

enum carbondis_branch { CARBONDIS_MISS, CARBONDIS_DIRTY, CARBONDIS_CLEAN }; /* steps 4, 5, 6 */

struct carbondis_verdict {
    int64_t esft_ns; /* CT + EL: estimated finish on the low-end GPU */
    int64_t exft_ns; /* AT + LC: deadline */
    enum carbondis_branch branch;
    int k; /* 1 = low-end, 0 = high-end */
};

/* Is the grid dirtier than the threshold allows? */
static inline bool carbondis_is_dirty(double cir, double cit)
{
    return cir > cit;
}

/* AT: arrival; LC: latency limit; CT: when the request would start on the low-end GPU; EL: its estimated time
 * there. All sums must stay below 2^63 ns (times below 146 years do). CIR and CIT are ratios. CD-N14 ..
 * CD-N19. */
static inline struct carbondis_verdict carbondis_rule(int64_t at_ns, int64_t lc_ns, int64_t ct_ns,
                                                      int64_t el_ns, double cir, double cit, bool high_free)
{
    struct carbondis_verdict verdict = {.esft_ns = ct_ns + el_ns, .exft_ns = at_ns + lc_ns};
    if (verdict.esft_ns > verdict.exft_ns) {
        verdict.branch = CARBONDIS_MISS;
    } else if (carbondis_is_dirty(cir, cit)) {
        verdict.branch = CARBONDIS_DIRTY;
    } else {
        verdict.branch = CARBONDIS_CLEAN;
    }
    verdict.k = verdict.branch != CARBONDIS_CLEAN && high_free ? 0 : 1;
    return verdict;
}

/* The latency estimator (carbondis.md section 2): the mean of the processing times seen on the low-end GPU
 * for this job and batch size, to the nearest nanosecond, or what the profile says while there are none.
 * CD-N20. */
static inline int64_t carbondis_estimate(int64_t seen_sum_ns, int64_t seen_n, int64_t profile_ns)
{
    return seen_n > 0 ? (seen_sum_ns + seen_n / 2) / seen_n : profile_ns;
}

#endif
