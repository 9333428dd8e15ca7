/* Knobs: everything a user can turn, from one table (knobs.def). A knob is named `cit`, or with its target:
 * `slo_ms.job1`, `policy.route`. A live knob may be edited in mid-run; a start knob only as an initial value
 * (design.md, "The engine").
 *
 * A row says all that there is to a knob: its words, its range, whose it is, how its value is written and
 * where it lives, what it does in mid-run and who reads it. Code asks the row, or the row's kind
 * (knob_kind.h), and never which knob it is. A number that says nothing of a place of its own lives in
 * `number[id]` of the scenario, and of the app, GPU or pool that it is narrowed to; in a run, in `number[id]`
 * of struct knob_state. So a new live number is a row here and the place that reads it. */
#ifndef WATTIF_MODEL_KNOB_H
#define WATTIF_MODEL_KNOB_H

#include "engine/base/field.h"
#include "engine/model/policy_table.h"

/* Whose value it is. The wider stand first: where a knob has several scopes, the narrower wins. */
enum knob_scope { SCOPE_RUN, SCOPE_LAYER, SCOPE_POOL, SCOPE_GPU, SCOPE_APP, SCOPE_POD, SCOPE_COUNT };
enum knob_type { TYPE_NUMBER, TYPE_NAME, TYPE_TIME };
enum knob_when { WHEN_LIVE, WHEN_START };
/* Whose it is to say: an operator's (a scheme, a clock), the world's (the load, the grid, the SLOs that were
 * promised), or nobody's, for what is not known (a law's constant, how a paper is read). Only a choice is
 * ever recommended. */
enum knob_role { ROLE_UNSAID, ROLE_CHOICE, ROLE_WORLD, ROLE_DOUBT, KNOB_ROLES };

extern const char *const knob_scope_names[SCOPE_COUNT]; /* "run" "layer" "pool" "gpu" "app" "pod" */
extern const char *const knob_type_names[];             /* "number", "name", "time" */
extern const char *const knob_role_names[KNOB_ROLES];   /* "", "choice", "world", "doubt" */

enum knob_id {
#include <made/knob_ids.h> /* of the rows, by their names alone */
    KNOB_COUNT
};

/* What a value does in a run besides being the one in force. */
enum knob_effect {
    EFFECT_NONE,
    EFFECT_LOAD,
    EFFECT_SLO,
    EFFECT_POLICY,
    EFFECT_LAYOUT,
    EFFECT_CLOCK,
    EFFECT_WEIGHT,
    EFFECT_POD,
    EFFECT_WATER,
    EFFECT_COUNT
};

/* What must be so in a scenario for anybody to read a knob (knob_read.c has each with its reason). */
enum knob_needs {
    NEEDS_NOTHING,
    NEEDS_WATER,
    NEEDS_CHAIN,
    NEEDS_FLAT,
    NEEDS_SLO,
    NEEDS_GAPS,
    NEEDS_STAUX,
    NEEDS_CLOCKS,
    NEEDS_HIGH,
    NEEDS_LOW,
    NEEDS_COUNT
};

/* Knobs whose value is a word and which live as a number: the word's place in the row's `words`. */
enum cd_dispatch { DISPATCH_ADOPTED, DISPATCH_LITERAL };
enum clover_h { CLOVER_H_ADOPTED, CLOVER_H_PAPER };
enum clover_scope { CLOVER_REPLICATED, CLOVER_PER_GPU };
enum cooling { COOLING_NONE, COOLING_WATER };
enum facility { FACILITY_FLAT, FACILITY_SPLIT };
enum water_control { WATER_FIXED, WATER_AUTO };
enum water_rise { WATER_RISE_FIT, WATER_RISE_BALANCE };
enum mc_record { MC_RECORD_SERVICE_END, MC_RECORD_TIME };
enum etf_power { ETF_POWER_AUTO, ETF_POWER_TOTAL, ETF_POWER_DYNAMIC };

struct knob_kind;

struct knob_info {
    const char *name, *symbol;
    const char *tail;  /* closes the name behind its target: profile_scale.APP.high; NULL: nothing does */
    const char *brief; /* for the symbol where that is too long; NULL: the symbol is cut */
    const char *help;
    const char *group;            /* of the panel, with its heading in knob_groups: "route" */
    unsigned scopes;              /* bit s: may be of scope s; the widest is the knob's own */
    enum knob_type type;          /* how a value is written */
    const struct knob_kind *kind; /* how it is read, checked and stored */
    union {
        struct {
            double min, max, initial; /* numbers only; initial NAN: the scenario's */
            const char *unit;
        };
        struct field_range range; /* likewise, for the field of a document that has its value */
    };
    double slider_min, slider_max, step;
    enum knob_when when;
    enum knob_role role;
    enum knob_effect effect;
    size_t at[SCOPE_COUNT];   /* offset in the scenario, app, GPU or pool; 0: in number[id] there */
    const char *const *words; /* of a choice, NULL at the end */
    const char *none;         /* what NAN is called where that is a value ("none"), else NULL */
    const char *zero; /* what 0 is called where it turns the knob off, beyond the loosest, else NULL */
    bool off;         /* 0 is told as "off" */
    const char *ends; /* a knob of words that goes to its first where this one is turned in mid-run, and
                         what is said then; NULL: none does */
    const char *ends_note;
    const char
        *later_note;    /* what one must know who turns it in mid-run instead of from the start, or NULL */
    const char *beyond; /* why more than max is too much, where there is a reason, else NULL */
    uint64_t used_by;   /* POLICY_BIT of the schemes that read it; 0: all */
    bool changes_work;  /* which requests there are, or in what time: totals of two values do not compare */
    bool cuts;          /* of GPUs that can be cut: does not exist elsewhere, unless it was set */
    bool warms;         /* of GPUs with a temperature: does not exist elsewhere, unless it was set */
    enum knob_needs needs; /* what must be so for anybody to read it; none: nothing */
    bool own_field;        /* a scenario's document has a field for it; else it stands among its knobs */
    bool unlisted;         /* a number that the panel leaves out: it is no slider */
    bool once_said;        /* unlisted, but for those of whom it was said */
    bool stairs;           /* a threshold on CIR: only the values that CIR takes matter */
    bool weighs;           /* one aim against another in what a scheme seeks: told wherever one seeks */
    bool assumed;          /* a value other than the initial one is no measurement, and is told so */
    int favourite;         /* the cursor begins at the listed knob with the most */
};

extern const struct knob_info knob_infos[KNOB_COUNT];

/* Schemes of layers are knobs of one row, told apart by their layer. */
static inline bool knob_has_layer(enum knob_id id)
{
    return knob_infos[id].scopes >> SCOPE_LAYER & 1;
}

/* Its own scope: the widest. */
static inline enum knob_scope knob_widest(enum knob_id id)
{
    return (enum knob_scope)__builtin_ctz(knob_infos[id].scopes);
}

/* A knob and whose value is meant. A plain value, copied freely. {.id = KNOB_CIT} is that of the run. */
struct knob_ref {
    enum knob_id id;
    enum knob_scope scope;
    int target; /* index of the app, GPU of the fleet in force, or pool, number of the pod (pods.h); 0 for
                   SCOPE_RUN and SCOPE_LAYER */
    int layer;  /* knob_has_layer: which; else 0 */
};

static inline struct knob_ref knob_of_run(enum knob_id id)
{
    return (struct knob_ref){.id = id};
}
static inline struct knob_ref knob_of_app(enum knob_id id, int app)
{
    return (struct knob_ref){.id = id, .scope = SCOPE_APP, .target = app};
}
static inline struct knob_ref knob_of_gpu(enum knob_id id, int gpu)
{
    return (struct knob_ref){.id = id, .scope = SCOPE_GPU, .target = gpu};
}
static inline struct knob_ref knob_of_pool(enum knob_id id, int pool)
{
    return (struct knob_ref){.id = id, .scope = SCOPE_POOL, .target = pool};
}
static inline struct knob_ref knob_of_pod(int pod)
{
    return (struct knob_ref){.id = KNOB_POD, .scope = SCOPE_POD, .target = pod};
}
/* The scheme of a layer, and a pool's own. */
static inline struct knob_ref knob_of_layer(enum layer layer)
{
    return (struct knob_ref){.id = KNOB_POLICY, .scope = SCOPE_LAYER, .layer = (int)layer};
}
static inline struct knob_ref knob_of_scheme(enum layer layer, int pool)
{
    return (struct knob_ref){.id = KNOB_POLICY, .scope = SCOPE_POOL, .target = pool, .layer = (int)layer};
}
static inline bool knob_same(struct knob_ref a, struct knob_ref b)
{
    return a.id == b.id && a.scope == b.scope && a.target == b.target && a.layer == b.layer;
}
/* Is it a scheme; that of this layer, whoever's; a layout? */
static inline bool knob_is_scheme(struct knob_ref ref)
{
    return ref.id < KNOB_COUNT && knob_infos[ref.id].effect == EFFECT_POLICY;
}
static inline bool knob_is_policy(struct knob_ref ref, enum layer layer)
{
    return knob_is_scheme(ref) && ref.layer == (int)layer;
}
static inline bool knob_is_layout(struct knob_ref ref)
{
    return ref.id < KNOB_COUNT && knob_infos[ref.id].effect == EFFECT_LAYOUT;
}

enum { KNOB_TEXT_SIZE = 448, KNOB_NAME_SIZE = 96 }; /* a layout of seven slices with the longest names */

/* number for TYPE_NUMBER, unix seconds for TYPE_TIME, text for TYPE_NAME. */
struct knob_value {
    double number;
    char text[KNOB_TEXT_SIZE];
};

/* What the knob slo_ms says of an SLO that is BASE's own latency: no number, and this text. */
#define SLO_BASE "base"
bool knob_is_slo_base(struct knob_ref ref, const struct knob_value *value);

struct scenario;

/* "profile_scale.job1" -> ref. On failure names what exists: "no knob 'cti'; did you mean 'cit'?". */
bool knob_resolve(const struct scenario *scenario, const char *name, struct knob_ref *ref,
                  struct error *error);

/* The same for "mig.*", which is every target of a knob that this scenario has. How many there are, 0:
 * error. */
enum { KNOB_TARGETS_MAX = 128 };
int knob_resolve_all(const struct scenario *scenario, const char *name,
                     struct knob_ref refs[KNOB_TARGETS_MAX], struct error *error);

/* The full name with its target; out needs KNOB_NAME_SIZE bytes. Returns `out`; KNOB_NAME lives as long as
 * the block around it. */
char *knob_name(const struct scenario *scenario, struct knob_ref ref, char *out, size_t size);
#define KNOB_NAME(scenario, ref) knob_name(scenario, ref, (char[KNOB_NAME_SIZE]){0}, KNOB_NAME_SIZE)
/* What a name may go on with: "" or ".APP", or ".LAYER", ".LAYER.POOL"; `n` counts from 0. False beyond. */
bool knob_suffix(enum knob_id id, int n, char *out, size_t size);

/* May a knob be narrowed so: could a scheme of that pool read it? Says whose it is, and where it could be. */
bool knob_check_narrow(const struct scenario *scenario, struct knob_ref ref, struct error *error);

/* Reads and checks a value: "cit: 'abc' is no number; it takes 0 to 10". Names that need a catalogue (trace)
 * are only checked for form here. */
bool knob_parse(const struct scenario *scenario, struct knob_ref ref, const char *text,
                struct knob_value *value, struct error *error);
bool knob_check(const struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                struct error *error);

/* The value as text that knob_parse reads back; out needs KNOB_TEXT_SIZE bytes. */
void knob_format(struct knob_ref ref, const struct knob_value *value, char *out, size_t size);

/* Do both say the same? */
bool knob_equal(struct knob_ref ref, const struct knob_value *a, const struct knob_value *b);
/* The number that it lives as in a run, and in a slot of the scenario: of a choice the place of its word. */
double knob_number(enum knob_id id, const struct knob_value *value);

/* Initial values live in the scenario: read and write them. knob_set checks first, and a policy that needs
 * another fleet switches the fleet with it (the scenario's default fleet for one that needs none). A narrower
 * value that nobody gave is that of the next wider scope. */
struct knob_value knob_get(const struct scenario *scenario, struct knob_ref ref);
bool knob_set(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
              struct error *error);

/* As knob_set, and the later and wider one wins: narrower ones that were said are forgotten, and named in
 * scenario->overruled; only the schemes of pools stay, and chosen_layers remembers the choice. What `--set`,
 * a sweep and the panel do. */
bool knob_begin(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                struct error *error);

/* Is there an initial value of its own: other than the row's, or narrower than the knob's own scope? */
bool knob_is_said(const struct scenario *scenario, struct knob_ref ref);
/* Does anybody read it: a scheme at work, at the start or after an edit (others may be switched to); who has
 * no narrower value; what its row needs? `why` (or NULL): "nothing is cooled by water here". What nobody
 * reads changes no byte. */
bool knob_read_by(const struct scenario *scenario, struct knob_ref ref, char *why, size_t size);
bool knob_is_read(const struct scenario *scenario, struct knob_ref ref);

/* The value in force at t: the initial one, or that of the last edit at or before t, also of a knob that ends
 * it. */
struct knob_value knob_at(const struct scenario *scenario, struct knob_ref ref, int64_t t_ns);
/* What a user is told who turns this one at t, not from the start: that this ends another, or what it leaves
 * alone; NULL: nothing. */
const char *knob_edit_note(const struct scenario *scenario, struct knob_ref ref, int64_t t_ns);

/* Where a slider of this scenario goes from and to, and what one step of it is. `begun`: the value that the
 * scenario was opened with, which lies on it whatever the knob is turned to; NAN: it had none. */
struct knob_slider {
    double least, most, step;
};
struct knob_slider knob_slider(const struct scenario *scenario, struct knob_ref ref, double begun);

/* Is there such a knob, and its target? */
bool knob_exists(const struct scenario *scenario, struct knob_ref ref);

/* Calls `visit` for each knob and target that this scenario has, in table order, until it returns false:
 * those of the knob's own scope, and narrower ones where they were said. */
void knob_each(const struct scenario *scenario, bool (*visit)(void *context, struct knob_ref ref),
               void *context);

#endif
