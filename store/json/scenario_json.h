/* Scenarios as JSON (file_formats.md, "Scenarios"): print, read, print gives the same bytes; an unknown key
 * is a fault with its place; a higher "format" is refused. */
#ifndef WATTIF_STORE_JSON_SCENARIO_JSON_H
#define WATTIF_STORE_JSON_SCENARIO_JSON_H

#include "engine/base/error.h"
#include "engine/model/catalog.h"
#include "engine/model/scenario.h"
#include "store/json/json.h"
#include "store/json/json_fields.h"

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

/* The parts of a scenario's JSON, between the files that read and print it. */

struct cJSON;

enum { SCENARIO_FORMAT = 1 };

/* "fleets": the apps must have been read, because a GPU names its owner and the apps in its pods. */
void scenario_read_fleets(const struct cJSON *fleets, struct scenario *scenario, struct json_place *place);
void scenario_print_fleets(struct json_writer *writer, const struct scenario *scenario);

/* "pool" of an app or a GPU: its index, -1 where there is none. */
int scenario_read_pool_name(const struct cJSON *object, const struct scenario *scenario,
                            struct json_place *place);
/* A text member that may be absent or null (NULL); something else is a fault. */
const char *json_optional_text(const struct cJSON *object, const char *key, struct json_place *place);

/* The whole scenario as one object. */
void scenario_print(struct json_writer *writer, const char *key, const struct scenario *scenario);

/* "edits": [{"t_s", "knob", "value"}], as in a scenario and in a run's summary. */
void scenario_print_edits(struct json_writer *writer, const struct scenario *scenario);

/* A knob's value in its own type: number or text. */
void knob_print_value(struct json_writer *writer, const char *key, struct knob_ref ref,
                      const struct knob_value *value);

#endif
