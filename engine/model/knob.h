/* Knobs: everything a user can turn, from one table (knobs.def). A knob is named `cit`, or with its target:
 * `slo_ms.job1`, `policy.route`. A live knob may be edited in mid-run; a start knob only as an initial value
 * (design.md, "The engine"). */
#ifndef WATTIF_MODEL_KNOB_H
#define WATTIF_MODEL_KNOB_H

#include "engine/base/error.h"
#include "engine/model/policy_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum knob_scope { SCOPE_RUN, SCOPE_APP, SCOPE_LAYER, SCOPE_GPU };
enum knob_type { TYPE_NUMBER, TYPE_NAME, TYPE_TIME };
enum knob_when { WHEN_LIVE, WHEN_START };

#define KNOB_ROW(id, ...) KNOB_##id,
enum knob_id {
#include "engine/model/knobs.def"
    KNOB_COUNT
};
#undef KNOB_ROW

struct knob_info {
    const char *name, *symbol, *unit;
    enum knob_scope scope;
    enum knob_type type;
    double min, max, slider_min, slider_max, step, initial; /* numbers only */
    enum knob_when when;
    const char *layer;
    const char *help;
};

extern const struct knob_info knob_infos[KNOB_COUNT];

/* A knob with its target (index of an app, a layer, a GPU of the fleet in force; 0 for SCOPE_RUN) and a
 * value: number for TYPE_NUMBER, unix seconds for TYPE_TIME, text for TYPE_NAME. A plain value, copied
 * freely. */
struct knob_ref {
    enum knob_id id;
    int target;
};

enum { KNOB_TEXT_SIZE = 448 }; /* a layout of seven slices with the longest names */

struct knob_value {
    double number;
    char text[KNOB_TEXT_SIZE];
};

/* What the knob clover_h says of equation 4 as the paper prints it. */
#define CLOVER_AS_PAPER "paper"

/* What the knob slo_ms says of an SLO that is BASE's own latency: no number, and this text. */
#define SLO_BASE "base"
struct knob_value knob_slo_base(void);
bool knob_is_slo_base(struct knob_ref ref, const struct knob_value *value);

struct scenario;

/* "profile_scale.job1" -> ref. On failure names what exists: "no knob 'cti'; did you mean 'cit'?". */
bool knob_resolve(const struct scenario *scenario, const char *name, struct knob_ref *ref,
                  struct error *error);

/* The same for "mig.*", which is every target of a knob that this scenario has. How many there are, 0: error.
 */
enum { KNOB_TARGETS_MAX = 128 };
int knob_resolve_all(const struct scenario *scenario, const char *name,
                     struct knob_ref refs[KNOB_TARGETS_MAX], struct error *error);

/* The full name with its target; out needs 96 bytes. */
void knob_name(const struct scenario *scenario, struct knob_ref ref, char *out, size_t size);

/* Reads and checks a value: "cit: 'abc' is no number; it takes 0 to 10". Names that need a catalogue (trace)
 * are only checked for form here. */
bool knob_parse(const struct scenario *scenario, struct knob_ref ref, const char *text,
                struct knob_value *value, struct error *error);
bool knob_check(const struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                struct error *error);

/* The value as text that knob_parse reads back; out needs KNOB_TEXT_SIZE bytes. */
void knob_format(struct knob_ref ref, const struct knob_value *value, char *out, size_t size);

/* Initial values live in the scenario: read and write them. knob_set checks first, and a policy that needs
 * another fleet switches the fleet with it (the scenario's default fleet for one that needs none). */
struct knob_value knob_get(const struct scenario *scenario, struct knob_ref ref);
bool knob_set(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
              struct error *error);

/* The value in force at t: the initial one, or that of the last edit at or before t. */
struct knob_value knob_at(const struct scenario *scenario, struct knob_ref ref, int64_t t_ns);

/* Is there such a knob, and its target? */
bool knob_exists(const struct scenario *scenario, struct knob_ref ref);

/* Calls `visit` for each knob and target that this scenario has, in table order, until it returns false. */
void knob_each(const struct scenario *scenario, bool (*visit)(void *context, struct knob_ref ref),
               void *context);

#endif
