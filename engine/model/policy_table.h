/* The five policy layers and the schemes in each, by name (composition.md section 2). What a scheme does
 * stands in engine/policy/LAYER/; this table is what everything that only names schemes reads: the scenario,
 * --policy, help, list. To add a scheme: one file under engine/policy/LAYER/, one row in policies.def, and
 * its struct in the table of engine/policy/tables.c. */
#ifndef WATTIF_MODEL_POLICY_TABLE_H
#define WATTIF_MODEL_POLICY_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum layer { LAYER_CONFIGURE, LAYER_PLACE, LAYER_ROUTE, LAYER_SHARE, LAYER_TUNE, LAYER_COUNT };

extern const char *const layer_names[LAYER_COUNT]; /* "configure", "place", "route", "share", "tune" */

#define POLICY_ROW(layer, id, name, fleet, classes, title, help) POLICY_##id,
enum policy_id {
#include "engine/model/policies.def"
    POLICY_COUNT
};
#undef POLICY_ROW

struct policy_info {
    enum layer layer;
    const char *name;  /* "carbondis": what scenarios and --policy say */
    const char *fleet; /* the fleet it needs ("high"), or "" for the scenario's default */
    bool classes;      /* routes over classes: every app must have a low-end GPU */
    const char *title; /* "CARBONDIS": what headlines say */
    const char *help;  /* one sentence */
};

extern const struct policy_info policy_infos[POLICY_COUNT];

/* POLICY_COUNT if there is no such scheme in this layer; LAYER_COUNT if there is no such layer. */
enum policy_id policy_find(enum layer layer, const char *name);
enum layer layer_find(const char *name);

/* Does this configure scheme cut GPUs and choose variants: is it one of Clover's, not `manual`? */
bool policy_is_clover(enum policy_id id);

#endif
