/* The outlook: what the grid will be for a run that starts at some instant, told before it is simulated: CIR
 * by the rule that the run goes by (carbon_take), a missing sample held, ci_scale and CIT the scenario's with
 * its edits. */
#ifndef WATTIF_ANSWERS_OUTLOOK_H
#define WATTIF_ANSWERS_OUTLOOK_H

#include "engine/answers/days.h"
#include "engine/model/scenario.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct outlook {
    bool known;         /* false: no sample at or before the start, so no run can start there */
    double ci, aci;     /* when the run starts, g/kWh, as the trace has them (ci_scale cancels out of CIR) */
    uint64_t history_n; /* samples that aci is the mean of; 0: the first sample is its own mean */
    double least, greatest; /* CIR over the run */
    size_t missing;         /* samples of the run that are missing */
    int64_t beyond_ns;      /* how much of the run lies behind the end of the trace */
    /* CIR against CIT: it is above where CIR > CIT */
    bool above; /* at the start */
    int crossings;
    int64_t crossing_ns; /* the first, since the start of the run; where crossings > 0 */
    double cit;          /* at the start */
    bool cit_changes;    /* an edit within the run gives it another value */
};

/* A start outside the trace has no outlook. */
void outlook_make(const struct days *days, const struct scenario *scenario, int64_t start_s,
                  int64_t length_ns, struct outlook *outlook);

#endif
