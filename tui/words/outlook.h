/* The outlook: what the grid will be for a run that starts at some instant, told before it is simulated. It
 * follows the engine's own rules (engine/sim/events.c; carbondis.md section 2): ACI is the mean of the
 * samples stored before the one in force, CIR = CCI / ACI, a missing sample is held and not stored again,
 * ci_scale and CIT are the scenario's with its edits. */
#ifndef WATTIF_TUI_WORDS_OUTLOOK_H
#define WATTIF_TUI_WORDS_OUTLOOK_H

#include "engine/model/scenario.h"
#include "engine/answers/days.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct outlook {
    bool known;       /* false: no sample at or before the start, so no run can start there */
    double ci, aci;   /* when the run starts, g/kWh, as the trace has them (ci_scale cancels out of CIR) */
    size_t history_n; /* samples that aci is the mean of; 0: the first sample is its own mean */
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

/* "CIR 0.85 to 1.12 over 4 h 10, rises above CIT 1.00 at 21:00"; without CIT where it plays no part. The
 * clock is that of the trace's zone. */
void outlook_describe(const struct outlook *outlook, const struct carbon_trace *trace, int64_t start_s,
                      int64_t length_ns, bool with_cit, char *out, size_t size);

#endif
