/* Clover's objective f (clover.md section 1.3) at an instant of a run, for whoever draws it or holds a run
 * against it: what f depends on there, f of an energy and an accuracy, and what ORACLE would choose. Energy
 * is IT energy in J a request on both sides of equation 2, so PUE cancels (CL-X9). Pure functions of a model
 * whose derived inputs are there. */
#ifndef WATTIF_ANSWERS_OBJECTIVE_H
#define WATTIF_ANSWERS_OBJECTIVE_H

#include "engine/model/model.h"

#include <stdbool.h>
#include <stdint.h>

/* What is in force at one instant. */
struct objective {
    double ci;            /* g/kWh */
    double lambda;        /* 0..1 */
    double loss_pct;      /* most accuracy that may be lost, per cent; 0: no limit */
    double base_energy_j; /* BASE's, IT, a request */
    double c_base_ci;     /* g/kWh that C_base is counted at */
    int n_apps;
    double slo_ms[DERIVED_APPS_MAX]; /* NAN: none */
};

/* Fills `objective` for an instant of this intensity. False where the model has no object `clover`, or its
 * derived inputs are not there. */
bool objective_at(const struct model *model, int64_t t_ns, double ci, struct objective *objective);
/* The same by derived inputs of the same load, GPUs and seed that the model itself has no need of; NULL:
 * false. */
bool objective_by(const struct model *model, const struct derived *derived, int64_t t_ns, double ci,
                  struct objective *objective);

/* Are these the same, so that every answer below is? */
bool objective_same(const struct objective *a, const struct objective *b);

/* The SLO of an app that is in force at t, slo_scale included: the scenario's, an edit's, or BASE's own tail
 * latency. NAN: none, or not known yet. */
double objective_slo_ms(const struct model *model, int app, int64_t t_ns);

/* Requests a second that are nominal at t: the rate that energy is divided by (clover.md section 2.1, step
 * 4). NAN without an object `clover`. */
double objective_rate_hz(const struct model *model, int64_t t_ns);

/* Equation 2: carbon saved against C_base, per cent. */
double objective_saving(const struct objective *objective, double energy_j);
/* Equation 3, per cent; `accuracy_change` in per cent, <= 0. With an accuracy limit the carbon saved alone is
 * what is maximised within it (clover.md section 2.1, step 8). */
double objective_f(const struct objective *objective, double energy_j, double accuracy_change);
/* Is so much accuracy within the limit? */
bool objective_is_accurate(const struct objective *objective, double accuracy_change);
/* Its largest tail latency over its limit, over all apps; 0 where no app has an SLO. */
double objective_late(const struct objective *objective, const struct derived_point *point);

/* ORACLE's choice among the points of the table: the greatest f of those within SLO and accuracy limit, the
 * first of equals; where none is, what the controllers would leave deployed by the rule of
 * engine/policy/configure/outcome.h (the least late, then the nearest to the accuracy limit, then by f). */
struct objective_choice {
    int point;      /* index in derived->points; -1: there is no table */
    bool compliant; /* else the least bad */
    double f;       /* NAN without a table */
};
struct objective_choice objective_oracle(const struct objective *objective, const struct derived *derived);

#endif
