/* Names in messages: lists of what exists, and JSON pointers to the parts of a scenario, so that every fault
 * says where it is in the user's own file. */
#ifndef WATTIF_MODEL_NAMES_H
#define WATTIF_MODEL_NAMES_H

#include "engine/model/scenario.h"

enum { PLACE_SIZE = 256, NAME_LIST_SIZE = 256 };

/* "a, b and c" of what fits; "none" for an empty list. */
void names_join(char *out, size_t size, const char *const *names, size_t n);

/* Index of the name, or -1. */
int names_find(const char *const *names, size_t n, const char *name);

/* The schemes that read a knob. */
void names_of_readers(enum knob_id id, char *out, size_t size);

/* All schemes of a layer, all apps, all fleets, all pools that are named, joined. */
void names_of_policies(enum layer layer, char *out, size_t size);
void names_of_apps(const struct scenario *scenario, char *out, size_t size);
void names_of_fleets(const struct scenario *scenario, char *out, size_t size);
void names_of_pools(const struct scenario *scenario, char *out, size_t size);

/* "/apps/2" + field ("/slo_ms"); "/fleets/hetero/gpus/1" + field, the fleet's name escaped. */
void place_of_app(char place[PLACE_SIZE], int app, const char *field);
void place_of_gpu(char place[PLACE_SIZE], const struct fleet *fleet, int gpu, const char *field);
/* "/fleets/hetero/gpus/1/mig/0"; "pods" on a GPU that is not split into slices. */
void place_of_pod(char place[PLACE_SIZE], const struct fleet *fleet, int gpu, int pod);

/* "/policies/route"; where the pool says it itself, "/pools/1/policies/route". */
void place_of_scheme(char place[PLACE_SIZE], const struct scenario *scenario, int pool, enum layer layer);

#endif
