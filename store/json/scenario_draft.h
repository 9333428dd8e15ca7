/* A scenario that is being written: the JSON that it will be, which may have faults on the way. Whoever edits
 * one changes its members by their JSON pointers, as text; what is wrong with it is for those to say who read
 * every scenario (scenario_json.h), so an editor has no rules of its own. */
#ifndef WATTIF_STORE_JSON_SCENARIO_DRAFT_H
#define WATTIF_STORE_JSON_SCENARIO_DRAFT_H

#include "engine/base/error.h"
#include "engine/model/catalog.h"
#include "engine/model/scenario.h"

struct cJSON;

/* Zero-initialise it; draft_free. */
struct scenario_draft {
    struct cJSON *json; /* an object; owned. NULL: there is none */
};

/* What a member is written as. */
enum draft_type {
    DRAFT_TEXT,   /* a text */
    DRAFT_NUMBER, /* a number where the text is one, else a text, which is then a fault of its reader */
    DRAFT_TRUTH,  /* "true", "false"; else a text */
    DRAFT_SLICES /* the slices of a GPU: "7g:images/b7 1g:-" are its "pods", "3 2 1 1" or "3g 2g" its "mig" */
};

/* Another document in its place. False with a message, of a text with line and column ("name:3:17"); then it
 * is as it was. Only what is no JSON object at all is refused. */
bool draft_from_scenario(struct scenario_draft *draft, const struct scenario *scenario, struct error *error);
bool draft_from_text(struct scenario_draft *draft, const char *text, size_t n, const char *name,
                     struct error *error);
void draft_free(struct scenario_draft *draft);
/* malloc'ed, ending in a newline; NULL when out of memory. */
char *draft_text(const struct scenario_draft *draft);

/* Reads it as any scenario, and looks up what it names. True: `scenario` is filled (scenario_free). False:
 * every fault with its JSON pointer as its place. */
bool draft_read(const struct scenario_draft *draft, const struct catalog *catalog, struct scenario *scenario,
                struct faults *faults);

/* Members of an object, elements of an array; 0: it is neither. */
int draft_count(const struct scenario_draft *draft, const char *pointer);
/* The key of the k-th member of an object, or NULL. */
const char *draft_key(const struct scenario_draft *draft, const char *pointer, int k);
/* A member as the text that it is typed as; "" where there is none. Returns `out`. */
char *draft_get(const struct scenario_draft *draft, const char *pointer, char *out, size_t size);
/* Gives a member this value; "" takes it away. Objects that it is to stand in are made, and go with their
 * last member; elements of arrays have to be there. False with a message: they are not, or out of memory. */
bool draft_put(struct scenario_draft *draft, const char *pointer, enum draft_type type, const char *text,
               struct error *error);

/* Elements of an array of objects with a "name". Are two alike but for that? */
bool draft_alike(const struct scenario_draft *draft, const char *array, int a, int b);
/* A copy of element `of` behind it, under the next free name of its kind: "gpu3" after "gpu2". */
bool draft_repeat(struct scenario_draft *draft, const char *array, int of, struct error *error);
void draft_remove(struct scenario_draft *draft, const char *array, int at);

/* Takes away what still names an app, or a GPU, that is there no more: owners, pods, affinities and water of
 * every fleet, knobs and edits of its own. Nothing happens while something of that name is left. */
void draft_forget_app(struct scenario_draft *draft, const char *app);
void draft_forget_gpu(struct scenario_draft *draft, const char *gpu);

#endif
