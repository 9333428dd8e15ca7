/* A run's result as the JSON of the contract (design.md, "The command line"): every key of it, units in the
 * keys. */
#ifndef WATTIF_STORE_JSON_SUMMARY_JSON_H
#define WATTIF_STORE_JSON_SUMMARY_JSON_H

#include "engine/model/model.h"
#include "engine/sim/summary.h"
#include "store/json/json.h"

/* Writes one object (key NULL at the top or in an array). */
void summary_to_json(struct json_writer *writer, const char *key, const struct model *model,
                     const struct summary *summary);

/* The members of one app's object, which the caller begins and ends. */
void summary_app_to_json(struct json_writer *writer, const struct summary_app *app);

#endif
