/* A run's result as the JSON of the contract (design.md, "The command line"): every key of it, units in the
 * keys. */
#ifndef WATTIF_STORE_JSON_SUMMARY_JSON_H
#define WATTIF_STORE_JSON_SUMMARY_JSON_H

#include "engine/answers/metric.h"
#include "store/json/json.h"

/* Writes one object (key NULL at the top or in an array). */
void summary_to_json(struct json_writer *writer, const char *key, const struct model *model,
                     const struct summary *summary);

/* Members of an object that the caller begins and ends: what the run, an app or a GPU is measured by, and for
 * the latter two what they are. */
void metrics_to_json(struct json_writer *writer, enum metric_scope scope, const struct metric_source *source,
                     int part);
void app_to_json(struct json_writer *writer, const struct metric_source *source, int app);
void gpu_to_json(struct json_writer *writer, const struct metric_source *source, int gpu);

#endif
