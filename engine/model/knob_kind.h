/* Kinds of knobs: how a value is read, checked, written and stored. Most knobs are plain numbers or choices
 * of words in a slot; a kind of its own is for what is more than one value in one place: an SLO that may be
 * BASE's, a fleet that policies are tied to, a layout. A row of knobs.def names its kind. Internal to
 * engine/model, but for what knob.h does with it. */
#ifndef WATTIF_MODEL_KNOB_KIND_H
#define WATTIF_MODEL_KNOB_KIND_H

#include "engine/model/scenario.h"

/* A value on its way into a scenario or out of it. Values that get here have the row's type. */
struct knob_use {
    struct scenario *scenario; /* `set` alone changes it */
    struct knob_ref ref;
    const char *name;         /* the knob's in full, for messages */
    struct knob_value *value; /* `parse` and `get` alone change it */
    struct error *error;
};

/* "cit: " and what is wrong; returns false. */
bool knob_refuse(const struct knob_use *use, const char *format, ...) PRINTF_LIKE(2, 3);

struct knob_kind {
    /* Text to a value that `check` has not seen yet, and back. NULL: as of a number, or of a name. */
    bool (*parse)(const struct knob_use *use, const char *text);
    void (*format)(struct knob_ref ref, const struct knob_value *value, char *out, size_t size);
    /* NULL: a number in the row's range. */
    bool (*check)(const struct knob_use *use);
    /* NULL: the number in its slot. */
    void (*get)(const struct knob_use *use);
    /* Of a value that was checked; what else it takes along may still refuse. */
    bool (*set)(const struct knob_use *use);
    /* Is there an initial value of its own; NULL: cannot be told apart. */
    bool (*is_said)(const struct knob_use *use);
    /* May a value that was checked come into force in mid-run, beside the scenario's other edits? NULL: it
     * may. */
    bool (*check_edit)(const struct knob_use *use);
    /* Where a slider goes (knob_slider); it is the row's before. NULL: it stays so. */
    void (*slider)(const struct scenario *scenario, double begun, struct knob_slider *slider);
};

extern const struct knob_kind knob_plain;  /* a number in its slot */
extern const struct knob_kind knob_load;   /* a plain one, which a closed loop has no use for */
extern const struct knob_kind knob_choice; /* the place of a word in the row's words, in its slot */
extern const struct knob_kind knob_time, knob_trace, knob_profiles, knob_fleet, knob_arrivals, knob_law,
    knob_gpus, knob_slo, knob_policy, knob_layout, knob_pod, knob_level;

/* Where the value lives: a slot, or the place that the row names. */
void *knob_place(struct scenario *scenario, struct knob_ref ref);
double *knob_slot(const struct scenario *scenario, struct knob_ref ref);

/* Do the requests of every app come when earlier ones are answered? */
bool knob_in_closed_loop(const struct scenario *scenario);

/* What kinds share. A number is its own where it is not the row's, or narrower than another scope. */
bool knob_parse_name(const struct knob_use *use, const char *text);
bool knob_parse_number(const struct knob_use *use, const char *text);
void knob_format_number(struct knob_ref ref, const struct knob_value *value, char *out, size_t size);
bool knob_check_number(const struct knob_use *use);
bool knob_set_number(const struct knob_use *use);
bool knob_number_is_said(const struct knob_use *use);

#endif
