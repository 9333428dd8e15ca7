/* The results: the growing answer to the scenario, and what is worked out beside it (references to compare it
 * with, forecasts of what a step of the knob in focus would do, ORACLE's table). All of it goes
 * through one queue of jobs, where the scenario's own run is the most urgent. A part of the explorer
 * (explorer.h). */
#ifndef WATTIF_TUI_EXPLORER_RESULTS_H
#define WATTIF_TUI_EXPLORER_RESULTS_H

#include "engine/explore/prepare.h"
#include "engine/explore/result.h"

struct answer;
struct starts_known;
struct claims;
struct explorer;
struct questions;
struct response;
struct panel_mapping;
struct sweeping;

enum reference_kind {
    REFERENCE_NONE,
    REFERENCE_BASELINE, /* another scheme under the same load, grid and edits */
    REFERENCE_BEFORE,   /* the result before the last change: the ghost */
    REFERENCE_PINNED,
    REFERENCE_COUNT
};

/* Results that lie side by side: A is the run explored, the others are what it may be held against, in the
 * order of their kinds. */
enum run_slot {
    SLOT_A,
    SLOT_B = REFERENCE_BASELINE,
    SLOT_C = REFERENCE_BEFORE,
    SLOT_D = REFERENCE_PINNED,
    RUN_SLOTS
};

struct reference {
    struct result *result; /* finished; NULL: not known (yet) */
    struct result *coming; /* being computed; NULL: it is not */
    bool wanted;           /* to be computed as soon as possible */
    bool at_hand;          /* its run was there when last looked at */
    uint64_t generation;   /* baseline: of the scenario that it belongs to */
    bool all_off;          /* baseline: nothing is switched on in it */
    char name[64];         /* "HIGHPERF", "before CIT 1.00", "pinned CARBONDIS" */
};

/* What one step of the focused knob would do. */
enum { FORECAST_DOWN, FORECAST_UP, FORECAST_CHANGE, FORECAST_SLOTS };
struct forecast_slot {
    bool exists, known, identical;
    struct result *coming; /* being computed; NULL: it is not */
    struct knob_value value;
    struct answer *answer; /* what it would come to; owned; NULL: not known */
    double carbon_percent; /* difference of the whole run's carbon */
    double worst_points;   /* difference of the worst tail, in points of its SLO */
};
struct forecast {
    uint64_t generation;
    int64_t cursor_ns;
    int focus;
    bool from_start;
    bool complete; /* made from a finished result; before that, nothing is known of the CIR to come */
    struct forecast_slot slots[FORECAST_SLOTS];
    double next_above, next_below; /* CIT: the next CIR values that would matter; NAN = none */
};

/* ORACLE's table of the scenario explored, whatever its scheme is. */
struct oracle_table {
    struct model *model; /* the scenario under ORACLE, with the table; NULL: it cannot be, see `error` */
    struct result *job;  /* being measured; NULL: it is not */
    int per_cent;        /* of the job, as last looked at */
    bool given_up;       /* it could not be measured, see `error` */
    struct error error;
};

struct results {
    struct jobs *jobs;
    struct shelf *shelf; /* derived inputs that are known */
    struct result *current;
    bool at_hand; /* its run was there when last looked at */
    struct reference references[REFERENCE_COUNT];
    struct result *baseline_before; /* the last one that gave way, for whoever turns back; or NULL */
    enum reference_kind reference;  /* the one shown */
    bool reference_chosen;          /* by the user: changes leave it alone */
    bool ghost_hidden;
    struct scenario repin; /* of a pin that is wanted or coming; owned */
    struct oracle_table table;
    struct forecast forecast;
    bool forecast_unwanted;        /* nothing that is drawn shows it */
    struct questions *questions;   /* questions.h; owned; NULL: nobody has asked */
    struct response *response;     /* response.h; likewise */
    struct panel_mapping *mapping; /* mapping.h; likewise */
    struct sweeping *sweeping;     /* sweeping.h; owned; NULL: nothing was swept */
    struct claims *claims;         /* claims.h; likewise */
    struct starts_known *starts;   /* starts.h; likewise */
    struct doubt_known {
        uint64_t of;     /* scenario_fingerprint */
        char words[120]; /* DOUBT_WORDS; "": none */
    } doubt;             /* starts.h */
    char parts[200];     /* what layers of a scenario are worth, in words; "": not known */
    uint64_t parts_of;   /* its fingerprint */
};

/* --- asking (results.c) --- */

/* Simulates the scenario as it is now; what lies before fork_ns may be taken from the old result. A recording
 * of it that was made earlier (or NULL; taken over, also on failure) is shown at once instead: it is
 * simulated later, behind the screen, for what a recording has not. */
bool explorer_submit(struct explorer *explorer, int64_t fork_ns, struct recording *recording,
                     struct error *error);
/* The model of a scenario, with what is known of its derived inputs: whatever runs for the explorer is made
 * here, and its job measures what is missing. NULL with a message. */
struct model *explorer_model(struct explorer *explorer, const struct scenario *scenario, struct error *error);
/* "Measuring BASE and 1,282 configurations before the run, 40 %", or why it will never run; out needs 640
 * bytes. False: it runs. */
bool explorer_describe_preparing(const struct explorer *explorer, char *out);

/* --- references (references.c) --- */

/* A recording of the baseline, which goes with that of the run that is shown, is shown at once likewise;
 * taken over. NULL, or where the run is simulated: so is the baseline. */
void explorer_submit_baseline(struct explorer *explorer, struct recording *recording);
/* What lies in a slot, shown or not; NULL while there is nothing that may be held against the run explored.
 */
const struct result *explorer_slot(const struct explorer *explorer, enum run_slot slot);
/* The slot of the reference that is shown; SLOT_A: none is, or nothing lies in it yet. */
enum run_slot explorer_shown_slot(const struct explorer *explorer);
/* The result to compare with, or NULL while there is none. */
const struct result *explorer_reference(const struct explorer *explorer);
/* The one shown in one word for tags and legends: "before", "pinned", "HIGHPERF"; what kind it is, or its
 * name where that is no longer. "": none is. */
const char *explorer_reference_word(const struct explorer *explorer);
const char *explorer_reference_brief(const struct explorer *explorer);
/* Shows this kind of reference, hidden or not; where there is none, the usual one. */
void explorer_refer_to(struct explorer *explorer, enum reference_kind kind, bool hidden);
/* The next kind of reference that exists, which is chosen then: it stays until another is, or another
 * scenario is opened, whatever is turned meanwhile. */
void explorer_next_reference(struct explorer *explorer);
/* The reference stays, and is not drawn. */
void explorer_hide_ghost(struct explorer *explorer, bool hidden);
/* Goes back to the baseline where the reference chosen is gone or of other apps. */
void explorer_check_reference(struct explorer *explorer);
/* Is there a run that this scenario is held against (scenario_baseline)? */
bool explorer_has_baseline(const struct explorer *explorer);
/* What the layers of the scenario explored are worth against its baseline, where somebody has asked; else "".
 */
const char *explorer_parts(const struct explorer *explorer);
void explorer_note_parts(struct explorer *explorer, const struct scenario *scenario, const char *parts);
/* Pins the current result and shows it as the reference; false: it is not finished. */
bool explorer_pin(struct explorer *explorer);
void explorer_unpin(struct explorer *explorer);
/* Pins what this scenario (copied) gives, under a name as explorer_pin gives them: it is computed behind the
 * screen. False when out of memory. */
bool explorer_repin(struct explorer *explorer, const struct scenario *scenario, const char *name);
/* The scenario of the pin, or NULL. */
const struct scenario *explorer_pinned(const struct explorer *explorer);

/* --- ORACLE's table --- */

/* The table of the scenario explored, where ORACLE could govern it and it is measured; else NULL. Valid while
 * the scenario is. */
struct derived *explorer_table(const struct explorer *explorer);
/* "ORACLE: measuring 1,282 configurations, 40 %", or why there is none; out needs 640 bytes. False: it is
 * there, or the run measures it itself. */
bool explorer_describe_table(const struct explorer *explorer, char *out);

/* Is the forecast shown? Unless it is, no step of a knob is simulated. */
void explorer_want_forecast(struct explorer *explorer, bool wanted);

/* --- for the explorer itself --- */

/* A scenario on the queue: a new reference, or NULL with a message. `base` (or NULL) may be forked from at
 * fork_ns. */
struct result *explorer_simulate(struct explorer *explorer, enum job_priority priority,
                                 const struct scenario *scenario, struct result *base, int64_t fork_ns,
                                 struct error *error);
/* A new reference to the result of this very scenario where it lies in a slot, or was the baseline before,
 * and its run is at hand, or NULL: what is undone is shown at once, and a turn leaves a baseline alone that
 * does not read it. */
struct result *explorer_result_of(const struct explorer *explorer, const struct scenario *scenario);
/* The ghost is this result; where it has not finished, the scenario before the newest change, computed again.
 */
void explorer_keep_before(struct explorer *explorer, struct result *result, const char *name);
void explorer_name_before(struct explorer *explorer, const char *name);
void explorer_drop_before(struct explorer *explorer);
/* What each kind of work begins (`idle`: nothing more urgent runs), takes in (true if that is news), and how
 * all of it is let go of. */
bool explorer_start_references(struct explorer *explorer, bool idle);
bool explorer_take_references(struct explorer *explorer);
void explorer_start_forecast(struct explorer *explorer);
bool explorer_forecast_waits(const struct explorer *explorer);
bool explorer_take_forecast(struct explorer *explorer);
void explorer_drop_forecast(struct explorer *explorer);
/* The scenario was submitted anew: the table that is measured is called off unless it is the same. */
void explorer_follow_table(struct explorer *explorer);
void explorer_drop_results(struct explorer *explorer);

#endif
