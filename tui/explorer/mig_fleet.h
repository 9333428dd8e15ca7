/* Which GPUs of the run are cut into slices, and how they are where a change would act: at the cursor, or at
 * the start of the run. And what they would come to. */
#ifndef WATTIF_TUI_EXPLORER_MIG_FLEET_H
#define WATTIF_TUI_EXPLORER_MIG_FLEET_H

#include "engine/answers/standstill.h"
#include "tui/explorer/explorer.h"

#include <stdbool.h>

/* GPUs of the fleet that are in the run. */
int mig_fleet_count(const struct explorer *explorer);
const struct gpu *mig_fleet_gpu(const struct explorer *explorer, int gpu);
/* Is its share `mig`, and does its type know MIG? */
bool mig_fleet_is_cut(const struct explorer *explorer, int gpu);
/* The one of this name if it is cut, else the first that is; -1: there is none. */
int mig_fleet_find(const struct explorer *explorer, const char *name);

/* The knob of the scheme that sets the GPU's layouts: its pool's, where pools are named. */
struct knob_ref mig_fleet_scheme(const struct explorer *explorer, int gpu);
/* That scheme, there. */
enum policy_id mig_fleet_configure(const struct explorer *explorer, int gpu, bool from_start);
/* How the GPU is cut there, as mig.GPU has it: by hand, or by the scheme, as far as that is simulated. While
 * a change is under way, what it leads to: slices that drain, wait or load count with what they will hold. */
struct knob_value mig_fleet_cut(const struct explorer *explorer, int gpu, bool from_start);
/* Is a change of it under way there? */
bool mig_fleet_is_changing(const struct explorer *explorer, int gpu, bool from_start);
/* The same as slices; one that is whole counts as one slice for its owner, or for the first app. */
void mig_fleet_pods(const struct explorer *explorer, int gpu, bool from_start, struct pod pods[PODS_MAX],
                    int *n);
/* Can this GPU be cut so there, as `like` can? */
bool mig_fleet_takes(const struct explorer *explorer, int gpu, int like, bool from_start,
                     const struct pod *pods, int n);

/* Forecasts of layouts: a standstill (engine/answers/standstill.h) of the scenario explored, its GPUs cut so.
 * Two are kept: as the GPUs are, and as they are to be, for the same requests. */
enum mig_forecast_of { FORECAST_NOW, FORECAST_NEW };

/* Asks for the forecast of a layout: `values[gpu]` is the text of mig.GPU, "" leaves the GPU as the scenario
 * has it at `t_ns`. False with a message: no run could begin so. */
bool mig_forecast_ask(struct explorer *explorer, enum mig_forecast_of which, int64_t t_ns,
                      const struct knob_value *values, struct error *error);
/* As far as it is there. */
struct standstill mig_forecast_read(const struct explorer *explorer, enum mig_forecast_of which,
                                    int64_t t_ns);

#endif
