/* Names in messages: lists of what exists, and JSON pointers to the parts of a scenario, so that every fault
 * says where it is in the user's own file. */
#ifndef WATTIF_MODEL_NAMES_H
#define WATTIF_MODEL_NAMES_H

#include "engine/base/text.h"
#include "engine/model/scenario.h"

/* Room for a list, with its size, and for a place; it lives as long as the block around it:
 * names_of_apps(scenario, NAME_LIST), place_of_app(PLACE, app, "/slo_ms"), PLACE_OF("/edits/%d/value", e). */
enum { PLACE_SIZE = 256, NAME_LIST_SIZE = 256 };
#define NAME_LIST (char[NAME_LIST_SIZE]){0}, NAME_LIST_SIZE
#define PLACE ((char[PLACE_SIZE]){0})
#define PLACE_OF(...) text_print(PLACE, PLACE_SIZE, __VA_ARGS__)

/* "a, b and c" of what fits; "none" for an empty list. This, as all that write a list or a place, returns
 * `out`. */
char *names_join(char *out, size_t size, const char *const *names, size_t n);

/* Index of the name, or -1. */
int names_find(const char *const *names, size_t n, const char *name);

/* The schemes that read a knob. */
char *names_of_readers(enum knob_id id, char *out, size_t size);

/* All schemes of a layer, all apps, all fleets, all pools that are named, joined. */
char *names_of_policies(enum layer layer, char *out, size_t size);
char *names_of_apps(const struct scenario *scenario, char *out, size_t size);
char *names_of_fleets(const struct scenario *scenario, char *out, size_t size);
char *names_of_pools(const struct scenario *scenario, char *out, size_t size);

/* "/apps/2" + field ("/slo_ms"); "/fleets/hetero/gpus/1" + field, the fleet's name escaped. */
char *place_of_app(char place[PLACE_SIZE], int app, const char *field);
char *place_of_gpu(char place[PLACE_SIZE], const struct fleet *fleet, int gpu, const char *field);
/* "/fleets/hetero/gpus/1/mig/0"; "pods" on a GPU that is not split into slices. */
char *place_of_pod(char place[PLACE_SIZE], const struct fleet *fleet, int gpu, int pod);

/* "/policies/route"; where the pool says it itself, "/pools/1/policies/route"; of an edit (or -1)
 * "/edits/3/value". */
char *place_of_scheme(char place[PLACE_SIZE], const struct scenario *scenario, int pool, enum layer layer,
                      int edit);

#endif
