/* Scenarios as JSON (file_formats.md, "Scenarios"): print, read, print gives the same bytes; an unknown key
 * is a fault with its place; a higher "format" is refused. */
#ifndef WATTIF_STORE_JSON_SCENARIO_JSON_H
#define WATTIF_STORE_JSON_SCENARIO_JSON_H

#include "engine/base/error.h"
#include "engine/model/scenario.h"

struct cJSON;

/* Reads and validates (scenario_validate). False with every fault listed; then `scenario` owns nothing. */
bool scenario_from_json(const struct cJSON *json, struct scenario *scenario, struct faults *faults);
bool scenario_from_text(const char *text, size_t n, const char *name, struct scenario *scenario,
                        struct faults *faults);

/* malloc'ed text ending in a newline, or NULL when out of memory. */
char *scenario_to_text(const struct scenario *scenario);

#endif
