/* Scenarios for tests of Clover's derived inputs: GPUs under MIG that start as BASE, governed by ORACLE (one
 * app) or by CLOVER for each GPU (several), so that the model knows every graph. */
#ifndef WATTIF_TESTS_CLOVER_MODEL_H
#define WATTIF_TESTS_CLOVER_MODEL_H

#include "engine/model/model.h"

/* Like plain_scenario with the model "mixed" (small, large) on n_gpus A100-40GB for an hour: under
 * fifo-pull and mig, GPU g with app g modulo n_apps, power staux with 5 W (so that every row of the profile
 * is above it). The caller frees. */
struct scenario clover_scenario(int n_apps, double mean_gap_ms, int n_gpus);

/* The model of a scenario; fails the test where there is none. */
struct model *clover_model(const struct scenario *scenario, const struct catalog *catalog);

/* Fixes this one-GPU graph (of `model`) on every GPU of the scenario for ever: manual, as pods, slices in the
 * order of serving_floor_add. */
void clover_fix_layout(struct scenario *scenario, const struct model *model, const struct graph *graph);

#endif
