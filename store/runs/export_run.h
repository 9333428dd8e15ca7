/* A saved run in the formats that others read: what `wattif export run` and store_export print. */
#ifndef WATTIF_STORE_RUNS_EXPORT_RUN_H
#define WATTIF_STORE_RUNS_EXPORT_RUN_H

#include "engine/sim/recording.h"
#include "store/store.h"

#include <stdio.h>

void export_run_csv(const struct recording *recording, FILE *file);

/* The whole run, layouts and searches included (caller frees); NULL when out of memory. */
char *export_run_json(const struct saved_run *run);

#endif
