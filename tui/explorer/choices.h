/* Choices: every scheme of every layer that has several, pool by pool, and the fleets, where there are
 * several, each tried on a copy of the scenario explored: those that the engine refuses say why in its own
 * words. And alternatives: whole runs with a value in force throughout, which is how schemes and values are
 * held against each other, wherever the cursor is. A part of the explorer (explorer.h). */
#ifndef WATTIF_TUI_EXPLORER_CHOICES_H
#define WATTIF_TUI_EXPLORER_CHOICES_H

#include "engine/answers/days.h"
#include "engine/base/error.h"
#include "engine/model/scenario.h"
#include "tui/explorer/questions.h"

struct explorer;

enum { CHOICES_MAX = 4 * POLICY_COUNT + FLEETS_MAX, CHOICE_FAULT = 300 };

struct choice {
    struct knob_ref knob; /* a layer's policy, or the fleet */
    struct knob_value value;
    enum policy_id policy;    /* POLICY_COUNT: a fleet */
    int pool;                 /* that it belongs to; of a fleet how many pools there are */
    char group[48];           /* "route"; "vision route" where pools are named; "fleet" */
    char fault[CHOICE_FAULT]; /* why it cannot be had here, or "" */
};

/* "HIGHPERF"; a fleet's own name. */
const char *choice_title(const struct choice *choice);
/* Is it in force at the cursor? */
bool choice_is_in_force(const struct explorer *explorer, const struct choice *choice);

/* Fills `choices` (CHOICES_MAX) and returns how many. */
size_t explorer_list_choices(const struct explorer *explorer, struct choice *choices);

/* --- alternatives --- */

/* Gives a scenario a value from the start to the end: edits of that knob go, and those that it cannot have
 * with it. False with a message. */
bool scenario_set_throughout(struct scenario *scenario, struct knob_ref knob, const struct knob_value *value,
                             struct error *error);

/* The days of the scenario's trace on which it may start, at its own time of day: all, or `most` of them
 * evenly spread. False with a message. */
bool explorer_list_starts(const struct explorer *explorer, const struct scenario *scenario, int most,
                          struct starts *starts, struct error *error);

/* A run to ask for: a scenario (copied) as it is, or with one knob at a value throughout, of its own seed or
 * of one so many further on. */
struct alternative {
    const struct scenario *scenario;
    uint64_t seed;
    bool as_it_is;
    struct knob_ref knob;
    struct knob_value value;
};
/* What is to be asked for all of them; its context is the plan's own. */
void alternatives_plan(const struct alternative *alternatives, size_t n, enum job_priority priority,
                       struct question_plan *plan);
/* Asks for all of them (questions.h). NULL with a message. */
struct question *explorer_ask_alternatives(struct explorer *explorer, const struct alternative *alternatives,
                                           size_t n, enum job_priority priority, struct error *error);

/* Is this the run explored, in all that it is measured by? What leads to it changes nothing here. */
bool explorer_is_same_run(const struct explorer *explorer, const struct answer *answer);
/* Is it known that a value, in force throughout, changes nothing? False: it does, or nobody has asked. */
bool explorer_known_idle(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value);
/* Why schemes of a layer can do nothing in a run: "no two apps take turns on a GPU here". */
extern const char *const layer_idle_reasons[LAYER_COUNT];

/* The values of a slider, at most `max` of them, from its one end to the other: all of its steps, or as many
 * of them at even distances. 0: it is no slider. */
size_t explorer_knob_values(const struct explorer *explorer, struct knob_ref knob, struct knob_value *values,
                            size_t max);

#endif
