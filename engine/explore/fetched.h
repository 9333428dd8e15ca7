/* Inputs fetched beforehand: a catalogue belongs to one thread (behind it is a store), so whoever makes
 * models on several asks for all that their scenarios name first, and makes them from what was fetched. */
#ifndef WATTIF_EXPLORE_FETCHED_H
#define WATTIF_EXPLORE_FETCHED_H

#include "engine/model/catalog.h"
#include "engine/model/scenario.h"

struct fetched;

/* From `catalog`, which outlives it. NULL when out of memory. */
struct fetched *fetched_create(const struct catalog *catalog);
void fetched_free(struct fetched *fetched);

/* On the catalogue's thread: all that a model of this scenario, on any of its fleets, asks for. What there is
 * not is remembered, too. False when out of memory. */
bool fetched_add(struct fetched *fetched, const struct scenario *scenario);

/* Answers as the catalogue would, for what was fetched, on any thread while nothing is added. Lives as long
 * as `fetched`. */
struct catalog fetched_catalog(struct fetched *fetched);

#endif
