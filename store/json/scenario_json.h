/* Scenarios as JSON (file_formats.md, "Scenarios"): print, read, print gives the same bytes; an unknown key
 * is a fault with its place; a higher "format" is refused. */
#ifndef WATTIF_STORE_JSON_SCENARIO_JSON_H
#define WATTIF_STORE_JSON_SCENARIO_JSON_H

#include "engine/base/error.h"
#include "engine/model/catalog.h"
#include "engine/model/scenario.h"

struct cJSON;

/* Reads and validates (scenario_validate). False with every fault listed; then `scenario` owns nothing. */
bool scenario_from_json(const struct cJSON *json, struct scenario *scenario, struct faults *faults);
bool scenario_from_text(const char *text, size_t n, const char *name, struct scenario *scenario,
                        struct faults *faults);

/* malloc'ed text ending in a newline, or NULL when out of memory. */
char *scenario_to_text(const struct scenario *scenario);

/* Whether what it names is in the library: its trace, the models of its apps, their workloads and the types
 * of its GPUs. The format knows nothing of that, and `run` stops at the first thing it misses; validate and
 * import tell all of it. Every name that the catalogue does not know becomes a fault at "FILE:/JSON/pointer".
 * False if there was one. */
bool scenario_inputs_found(const struct scenario *scenario, const struct catalog *catalog, const char *file,
                           struct faults *faults);

#endif
