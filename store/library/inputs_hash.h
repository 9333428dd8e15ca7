/* What a scenario reads besides itself, as one hash: whoever keeps results finds them again only while every
 * trace, profile, workload and GPU type that the scenario names is what it was. */
#ifndef WATTIF_STORE_LIBRARY_INPUTS_HASH_H
#define WATTIF_STORE_LIBRARY_INPUTS_HASH_H

#include "engine/model/catalog.h"
#include "engine/model/scenario.h"
#include "store/library/hash.h"

#include <stdbool.h>

/* Adds the versions that its names stand for now, in its order. False with a message: there is no such input.
 */
bool inputs_hash(struct hash *hash, const struct catalog *catalog, const struct scenario *scenario,
                 struct error *error);

#endif
