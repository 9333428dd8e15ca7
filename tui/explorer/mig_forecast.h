/* Forecasts of layouts: a standstill (engine/answers/standstill.h) of the scenario explored, its GPUs cut so.
 * Two are kept: as the GPUs are, and as they are to be, for the same requests. */
#ifndef WATTIF_TUI_EXPLORER_MIG_FORECAST_H
#define WATTIF_TUI_EXPLORER_MIG_FORECAST_H

#include "engine/answers/standstill.h"
#include "tui/explorer/explorer.h"

#include <stdbool.h>

enum mig_forecast_of { FORECAST_NOW, FORECAST_NEW };

/* Asks for the forecast of a layout: `values[gpu]` is the text of mig.GPU, "" leaves the GPU as the scenario
 * has it at `t_ns`. False with a message: no run could begin so. */
bool mig_forecast_ask(struct explorer *explorer, enum mig_forecast_of which, int64_t t_ns,
                      const struct knob_value *values, struct error *error);
/* As far as it is there. */
struct standstill mig_forecast_read(const struct explorer *explorer, enum mig_forecast_of which,
                                    int64_t t_ns);

#endif
