/* Forecasts of layouts: what the GPUs would emit, how late and how accurate they would be if they were cut so
 * and everything else stayed as it is at one instant: the load, the intensity, the knobs. The engine itself
 * serves some 20,000 requests on the layout, held still; outages of cutting are not in it. Two are kept: as
 * the GPUs are, and as they are to be, for the same requests. */
#ifndef WATTIF_TUI_EXPLORER_MIG_FORECAST_H
#define WATTIF_TUI_EXPLORER_MIG_FORECAST_H

#include "tui/explorer/explorer.h"

#include <stdbool.h>

enum mig_forecast_of { FORECAST_NOW, FORECAST_NEW };

struct mig_forecast {
    bool known;            /* else nothing below is */
    bool modelled;         /* some of its energy rests on modelled rows */
    bool overloaded;       /* queues grow and grow: tails mean nothing */
    double carbon_g_per_h; /* NAN where no intensity is known */
    double power_w;        /* of all GPUs, before PUE */
    double energy_j;       /* IT energy a request */
    int n_apps;
    double tail_ms[APPS_MAX];  /* at the app's own percentile; NAN: nothing was served */
    double limit_ms[APPS_MAX]; /* its SLO in force; NAN: none */
    double accuracy[APPS_MAX]; /* NAN: unknown */
    double accuracy_change;    /* Clover's, per cent; NAN where the run has no such thing */
    double objective;          /* Clover's f, per cent; NAN likewise */
};

/* Asks for the forecast of a layout: `values[gpu]` is the text of mig.GPU, "" leaves the GPU as the scenario
 * has it at `t_ns`. False with a message: no run could begin so. */
bool mig_forecast_ask(struct explorer *explorer, enum mig_forecast_of which, int64_t t_ns,
                      const struct knob_value *values, struct error *error);
/* As far as it is there. */
struct mig_forecast mig_forecast_read(const struct explorer *explorer, enum mig_forecast_of which,
                                      int64_t t_ns);
/* The app that is closest to its SLO, or farthest beyond; where none has one, the slowest; -1: none served.
 */
int mig_forecast_worst(const struct mig_forecast *forecast);

#endif
