/* An input of a run inside a report: a version of the library as one JSON object that brings its content
 * along, as the text that imports to the same version again, with the facts that this text does not say. GPU
 * types are the lines that profile files have for them. */
#ifndef WATTIF_STORE_REPORT_CARRIED_H
#define WATTIF_STORE_REPORT_CARRIED_H

#include "store/json/json.h"
#include "store/library/item.h"

struct cJSON;

/* False when out of memory. */
bool carried_print(struct json_writer *writer, const struct item *item, const char *hash);

/* `place` names the object where it is at fault. Then the item owns nothing; else item_free it. Its content
 * is taken as it stands, whatever its hash says. */
bool carried_read(const struct cJSON *json, const char *place, struct item *item, struct faults *faults);

#endif
