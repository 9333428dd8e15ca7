/* The parts of a scenario's JSON, between the files that read and print it. */
#ifndef WATTIF_STORE_JSON_SCENARIO_PARTS_H
#define WATTIF_STORE_JSON_SCENARIO_PARTS_H

#include "engine/model/scenario.h"
#include "engine/model/scenario_fields.h"
#include "store/json/json.h"
#include "store/json/json_fields.h"

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
