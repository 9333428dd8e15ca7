/* A carbon trace at a glance: its mean for every week and hour of the local day, in which months and at which
 * hours it is cleanest and dirtiest, and how much it varies. A trace of less than nine weeks is binned by
 * days, one of more than two years by more weeks, so that there are never too many columns. Intensity in
 * gCO2eq/kWh; missing samples count nowhere. */
#ifndef WATTIF_ANSWERS_YEAR_H
#define WATTIF_ANSWERS_YEAR_H

#include "engine/model/trace.h"

#include <stdbool.h>
#include <stdint.h>

enum { YEAR_BINS = 106, YEAR_HOURS = 24 };

/* A month and hour of the local day, and the mean there. */
struct year_spot {
    int month, hour; /* month 1..12 */
    double mean;
};

struct year {
    int n;             /* bins; 0: nothing present, or a constant trace */
    int bin_days;      /* 1, 7 or a multiple of 7 */
    int64_t first_day; /* local days since 1970 of the first bin's beginning */
    double sum[YEAR_BINS][YEAR_HOURS];
    uint32_t count[YEAR_BINS][YEAR_HOURS];
    double mean, sd, least, greatest; /* NAN if nothing is present */
    struct year_spot cleanest, dirtiest;
    bool seasons; /* more than one month, so that the months of the spots say something */
};

void year_make(struct year *year, const struct carbon_trace *trace);

/* Mean over the bins [from, to) and the hours [hour, hour_to); NAN where there is no sample. */
double year_mean(const struct year *year, int from, int to, int hour, int hour_to);

#endif
