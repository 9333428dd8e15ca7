/* The fields of a scenario and of its parts (field.h): what a document consists of, where each value lies,
 * and what it may be. The JSON reader and printer, scenario_init, scenario_validate and comparisons all go by
 * these tables. */
#ifndef WATTIF_MODEL_SCENARIO_FIELDS_H
#define WATTIF_MODEL_SCENARIO_FIELDS_H

#include "engine/base/field.h"
#include "engine/model/scenario.h"

extern const struct field_table scenario_fields, clover_fields, app_fields, arrivals_fields, batch_fields,
    pool_fields, fleet_fields, gpu_fields, pod_fields, affinity_fields;

#endif
