/* Energy-Time Fairness as mathematics (etf.md sections 1 and 2): how applications that take turns on one
 * device divide a period T, fair in time, in energy, or in between. Every app i has a weight w_i and draws
 * P_i while the device is its own. Time-fair slices are in proportion to the weights; energy-fair ones give
 * every app the same energy for its weight, T_i P_i / w_i; ETF makes the least of these as great as can be
 * while nobody has less than the part phi of its time-fair slice. The schemes tmux-tf, tmux-ef and tmux-etf,
 * the calculator, the claims and the panels all ask here.
 *
 * Times are in whatever unit the period is, powers in W, energies in their product. Nothing allocates; arrays
 * are the caller's, one number an app. The literal equations 2, 11 and 14 of the paper are wrong (ET-X1, X3,
 * X4): what stands here are the corrected forms. */
#ifndef WATTIF_POLICY_SHARE_ETF_H
#define WATTIF_POLICY_SHARE_ETF_H

enum { ETF_APPS_MAX = 64 };

/* Who divides what. */
struct etf_terms {
    int n;                /* 1 .. ETF_APPS_MAX */
    double period;        /* T, above 0 */
    double phi;           /* 0 energy fair .. 1 time fair */
    const double *power;  /* W, above 0 */
    const double *weight; /* above 0; NULL: 1 each */
    const double *demand; /* no more than this in a period, 0 or more; NULL: they always have work */
};

/* T_i = T w_i / W, and T_i = T (w_i / P_i) / sum (w / P); they go by no demand. */
void etf_time_fair(const struct etf_terms *terms, double *slices);
void etf_energy_fair(const struct etf_terms *terms, double *slices);

/* ETF where time is divisible: T_i = max(phi T w_i / W, nu w_i / P_i) with one nu for all, at which they sum
 * to T (section 1.5), which it returns; under demands, the lesser of that and the demand. What nobody demands
 * is left over. */
double etf_continuous(const struct etf_terms *terms, double *slices);

/* ETF in units of time (section 2): everyone gets its guarantee, then one unit after the other goes to
 * whoever has the least energy for its weight (ties: the lowest index) and wants more; the last increment is
 * what is left (ET-X9). Slices differ from the continuous ones by less than a unit of energy (ET-X14). `unit`
 * is above 0. */
void etf_slices(const struct etf_terms *terms, double unit, double *slices);

/* The greatest phi up to which ETF is energy fair exactly (section 1.6). */
double etf_phi_fair(const struct etf_terms *terms);

/* How fair what was had is, by weight (section 1.7): the least over the greatest, of time, of energy, and the
 * lesser of both. NAN where nobody had anything. */
struct etf_fairness {
    double time, energy, system;
};
struct etf_fairness etf_fairness(int n, const double *times, const double *energies, const double *weights);

/* The same of what apps had while they contended: each for so long (0: it never did and does not count), and
 * of that so much time and energy for its weight. An app is measured by the part of its own time, so that
 * whoever had work for a while only is measured by that while. n <= ETF_APPS_MAX. */
struct etf_fairness etf_contended(int n, const double *contested_s, const double *own_s, const double *own_j);

#endif
