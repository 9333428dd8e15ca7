/* Clover's arithmetic (clover.md section 1.3 and 2.1): what the controller, ORACLE, the calculator and the
 * tests share. Energy E in kWh a request with PUE, intensity in g/kWh, C_base in g a request, accuracy in
 * points, latency and its limit in the same unit; differences and objective in per cent. */
#ifndef WATTIF_POLICY_CONFIGURE_CLOVER_RULE_H
#define WATTIF_POLICY_CONFIGURE_CLOVER_RULE_H

#include "engine/base/detmath.h"

#include <math.h>

/* Equation 1: relative loss of accuracy, <= 0. */
static inline double clover_accuracy_change(double accuracy, double accuracy_base)
{
    return 100 * (accuracy - accuracy_base) / accuracy_base;
}

/* Equation 1 where several apps are served: the mean of their losses, weighted by the requests that each had
 * served. Begins as zeros. */
struct clover_loss {
    double sum, served;
};
static inline void clover_loss_add(struct clover_loss *loss, double served, double accuracy,
                                   double accuracy_base)
{
    if (!(served > 0) || isnan(accuracy))
        return;
    loss->sum += served * clover_accuracy_change(accuracy, accuracy_base);
    loss->served += served;
}
/* NAN: nobody was served by anything whose accuracy is known. */
static inline double clover_loss_mean(const struct clover_loss *loss)
{
    return loss->served > 0 ? loss->sum / loss->served : (double)NAN;
}

/* Equation 2: carbon saved against the baseline; negative where more is emitted. */
static inline double clover_carbon_change(double energy_kwh, double ci, double c_base_g)
{
    return 100 * (c_base_g - energy_kwh * ci) / c_base_g;
}

/* Equation 3: the objective f. */
static inline double clover_objective(double lambda, double carbon_change, double accuracy_change)
{
    return lambda * carbon_change + (1 - lambda) * accuracy_change;
}

/* Equation 4: what the annealer minimises. Late graphs are to look worse, which the paper's factor does only
 * where f >= 0; adopted (CL-X2): below zero the factor is its inverse. `as_paper` restores the original. */
static inline double clover_anneal_energy(double f, double latency, double latency_max, bool as_paper)
{
    double ratio = latency_max / latency;
    double factor = ratio < 1 ? ratio : 1;
    return f < 0 && !as_paper ? -f / factor : -f * factor;
}

/* Equation 5: probability of moving to a graph that is worse by `change` > 0. */
static inline double clover_acceptance(double change, double temperature)
{
    return change <= 0 ? 1 : det_exp(-change / temperature);
}

/* Adopted (CL-X3): subtractive cooling with a floor, which is not a stop. */
#define CLOVER_T_START 1.0
#define CLOVER_T_FLOOR 0.1
#define CLOVER_T_STEP 0.05
static inline double clover_temperature(int step)
{
    double temperature = CLOVER_T_START - CLOVER_T_STEP * step;
    return temperature > CLOVER_T_FLOOR ? temperature : CLOVER_T_FLOOR;
}

/* The intensity has moved by more than so many per cent since the last run of the controller (CL-N26). */
static inline bool clover_triggers(double ci, double ci_last, double trigger_pct)
{
    double moved = ci > ci_last ? ci - ci_last : ci_last - ci;
    return 100 * moved > trigger_pct * ci_last;
}

#endif
