/* What can be edited of a scenario, as three tables: its GPUs, its apps, and the run as a whole. A column is
 * a row here: its key in the document, how wide it is, what may be chosen for it; whether a value is legal is
 * for those to say who read scenarios. Columns that mean the first thing an app needs (its gap, its clients,
 * its workload) go by the kind that it has. */
#ifndef WATTIF_TUI_EXPLORER_FLEET_COLUMNS_H
#define WATTIF_TUI_EXPLORER_FLEET_COLUMNS_H

#include "engine/base/field.h"
#include "engine/model/catalog.h"
#include "store/json/scenario_draft.h"
#include "store/store.h"

enum fleet_table { FLEET_GPUS, FLEET_APPS, FLEET_RUN, FLEET_TABLES };

enum fleet_choice {
    CHOICE_FREE,   /* a number or a name of one's own */
    CHOICE_FIELD,  /* one of the names of its field */
    CHOICE_TYPES,  /* GPU types of the library */
    CHOICE_MODELS, /* profiles */
    CHOICE_VARIANTS,
    CHOICE_WORKLOADS,
    CHOICE_TRACES,
    CHOICE_SETS,  /* of profiles */
    CHOICE_POOLS, /* of the scenario, like the next two */
    CHOICE_APPS,
    CHOICE_GPUS,
    CHOICE_CUTS, /* how a GPU of this type can be cut */
    CHOICE_SCHEMES,
    CHOICE_COUNT
};

struct fleet_column {
    const char *title; /* of the run: what stands before the value */
    const char *key;   /* "slo_ms", "arrivals/kind"; "": how many GPUs are alike */
    const char *part;  /* instead of a key: the part whose kind says which member it is; or NULL */
    int width;
    enum draft_type type;
    enum fleet_choice choice;
    const char *unit; /* behind the value; "" */
    const char *help;
    const char *word; /* of the glossary, that tells more of it: a term, or the knob that has the same; "" */
};

extern const struct fleet_column *const fleet_columns[FLEET_TABLES];
extern const int fleet_n_columns[FLEET_TABLES];
extern const char *const fleet_table_titles[FLEET_TABLES];

/* The member of an element ("/apps/2") that a column means now: "/apps/2/arrivals/mean_gap_ms". False: it has
 * none, as a closed loop has no gap. */
bool fleet_pointer(const struct scenario_draft *draft, const char *element, const struct fleet_column *column,
                   char *out, size_t size);
/* The unit of that member: "ms", "clients"; "". */
const char *fleet_unit(const struct fleet_column *column, const char *pointer);
/* Takes away the members of a part ("/apps/2/arrivals") that its kind has not. */
void fleet_drop_foreign(struct scenario_draft *draft, const char *element, const char *part);

/* What may be chosen for a cell: names that exist, malloc'ed; NULL: nothing, or out of memory, or what was
 * asked cannot be listed. */
struct fleet_names {
    size_t n;
    char (*names)[64];  /* free() */
    struct error fault; /* of the store, such as damage */
};
struct fleet_asked {
    const struct scenario_draft *draft;
    struct store *store; /* or NULL */
    const struct catalog *catalog;
    enum fleet_table table;
    const char *element; /* its pointer */
    const char *gpus;    /* of the fleet shown: "/fleets/a100/gpus" */
};
struct fleet_names fleet_choices(const struct fleet_asked *asked, const struct fleet_column *column);

#endif
