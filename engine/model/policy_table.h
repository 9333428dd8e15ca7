/* The five policy layers and the schemes in each, by name (composition.md section 2). What a scheme does
 * stands in engine/policy/LAYER/; this table is what everything else reads: the scenario, validation,
 * --policy, help, list, the screen. Code asks a scheme's row, never which scheme it is. To add a scheme: one
 * file under engine/policy/LAYER/ and one row in policies.def. */
#ifndef WATTIF_MODEL_POLICY_TABLE_H
#define WATTIF_MODEL_POLICY_TABLE_H

#include <stdbool.h>
#include <stdint.h>

enum layer { LAYER_CONFIGURE, LAYER_PLACE, LAYER_ROUTE, LAYER_SHARE, LAYER_TUNE, LAYER_COUNT };

extern const char *const layer_names[LAYER_COUNT]; /* "configure", "place", "route", "share", "tune" */
/* A scheme that a scenario has where it names none. */
extern const int layer_defaults[LAYER_COUNT]; /* enum policy_id */
/* The scheme that stands in for any other where a layer is off (composition.md section 2, "Off"). */
extern const int layer_offs[LAYER_COUNT]; /* enum policy_id */

enum policy_id {
#include <made/policy_ids.h> /* of the rows, by their names alone */
    POLICY_COUNT
};

/* What a scheme makes of GPUs: of configure, how it comes to their layouts; of share, how they are cut into
 * instances. */
enum policy_shape {
    SHAPE_NONE,
    SHAPE_FIXED,  /* one layout from the start, for ever */
    SHAPE_SEARCH, /* tries layouts on the running GPUs */
    SHAPE_TABLE,  /* looks layouts up in a table that is derived before the run */
    SHAPE_WHOLE,  /* one instance has the whole GPU */
    SHAPE_SLICES, /* an instance on each MIG slice */
    SHAPE_SEATS   /* an instance for each app, in turn */
};

/* Routers: may a request wait at an instance? Then the run needs a pool of requests. */
enum policy_queues { QUEUES_NEVER, QUEUES_LITERAL /* under cd_dispatch literal */, QUEUES_ALWAYS };

/* What the first sentence of a screen is about. */
enum topic { TOPIC_NONE, TOPIC_CARBON, TOPIC_ACCURACY, TOPIC_FAIRNESS, TOPIC_TEMPERATURE, TOPIC_COUNT };
extern const char *const topic_names[TOPIC_COUNT]; /* "", "carbon", "accuracy" .. */

struct policy_info {
    enum layer layer;
    const char *name;     /* "carbondis": what scenarios and --policy say */
    const char *title;    /* "CARBONDIS": what headlines say */
    const char *help;     /* one sentence */
    const char *paper;    /* where it comes from; NULL: common practice */
    const char *fleet;    /* the fleet it needs ("high"), or NULL for the scenario's default */
    const char *baseline; /* the scheme of its layer that it is held against, or NULL */
    enum policy_shape shape;
    enum policy_queues queues;
    enum topic headline; /* what it is about; a scheme without is about nothing by itself */
    bool classes;        /* routes over classes: every app must have a low-end GPU */
    bool pulls; /* a request waits in its app's queue until it starts, so that layouts may change meanwhile */
    bool lots;  /* draws lots: with other luck it does other things to the same requests */
    bool tunes; /* sets clocks by itself */
    bool plain; /* it leaves things as the scenario has them: there is nothing that could be off */
    bool nothing;   /* nor does it do anything: held against it a run is held against nothing switched on */
    bool one_queue; /* an instance that falls idle takes the oldest request that it can serve */
    bool levels;    /* places by KNOB_REASSIGNMENT_LEVEL, and so by temperatures; one scheme does */
};

extern const struct policy_info policy_infos[POLICY_COUNT];

/* Of a set of schemes. */
#define POLICY_BIT(id) (UINT64_C(1) << (id))
_Static_assert(POLICY_COUNT <= 64, "a set of schemes is a mask");

/* POLICY_COUNT if there is no such scheme in this layer; LAYER_COUNT if there is no such layer. */
enum policy_id policy_find(enum layer layer, const char *name);
enum layer layer_find(const char *name);

/* The scheme that places by levels. */
enum policy_id policy_with_levels(void);

/* The fleet that it needs; "" for none. */
const char *policy_fleet(enum policy_id id);

/* Does this configure scheme cut GPUs and choose variants: is it one of Clover's, not `manual`? */
bool policy_is_clover(enum policy_id id);

#endif
