/* The best setting (advise.c): what it is asked of. A line says it, on a screen as behind options:
 * "goal=carbon_g.total violations<=100 cit=0.6..1.4 policy.route seeds=5 days=3". Whatever it leaves out is
 * carbon, the limits of the scenario alone, its levers, the seeds that come by themselves, its own start. */
#ifndef WATTIF_TUI_ASK_ADVISE_H
#define WATTIF_TUI_ASK_ADVISE_H

#include "engine/explore/pairing.h"
#include "tui/ask/ask.h"

enum {
    ADVISE_KNOBS = 12,
    ADVISE_LIMITS = 8,
    ADVISE_SETTINGS = 64,
    ADVISE_DAYS = 24,
    ADVISE_NAME = 96,
    ADVISE_AS_NOW = UINT8_MAX
};

struct aim {
    enum metric metric;
    int part; /* the app or GPU; 0 of the run */
};

/* Beside those of the scenario. */
struct aim_limit {
    struct aim of;
    bool least; /* >= */
    double value;
};

/* A knob and what it is tried at. */
struct advise_choice {
    struct knob_ref knob;
    bool open;       /* how many values there are is not said */
    double from, to; /* of a number that is open: within these */
    bool has_now;    /* the first value is what it is now */
    size_t n;
    struct knob_value now, values[ADVISE_SETTINGS];
};

struct advise_plan {
    struct scenario scenario;
    bool has_goal;
    struct aim goal;
    size_t n_limits, n_choices, n_days, seeds; /* seeds 0: as many as come */
    struct aim_limit limits[ADVISE_LIMITS];
    struct advise_choice choices[ADVISE_KNOBS];
    int64_t starts[ADVISE_DAYS]; /* the scenario's own is the first */
    /* The settings: number 0 is what is set now; then those with one knob turned, with two, and so on, each
     * with each where all of these have room, without those in which nobody reads a knob that is turned. */
    size_t n;
    uint8_t at[ADVISE_SETTINGS + 1][ADVISE_KNOBS]; /* which value of each knob, or ADVISE_AS_NOW */
    size_t n_apart;                                /* sets of knobs that are not turned together */
};

/* Reads a line, "" too, into a plan that was zeroed, with a copy of the scenario explored. False with a
 * message: then it owns nothing. */
bool advise_read(const struct explorer *explorer, const char *line, struct advise_plan *plan,
                 struct error *error);
/* The line that a plan stands for, with this goal: what is typed over. */
void advise_write(const struct advise_plan *plan, struct aim goal, char *out, size_t size);

/* What a setting gives a knob; NULL: what it has now. */
const struct knob_value *advise_value(const struct advise_plan *plan, size_t setting, size_t choice);
/* "late", "effnetb3 p95": as a sentence calls it. */
const char *aim_name(const struct advise_plan *plan, struct aim aim, struct arena *arena);
/* "violations<=100" */
void aim_limit_text(const struct aim_limit *limit, char *out, size_t size);
/* How badly a value breaks a limit, as a share of it; 0: it keeps it. */
double aim_limit_excess(const struct aim_limit *limit, double value);

/* --- what the settings come to (advise_rank.c) --- */

struct advise_state {
    const struct advise_plan *plan; /* as long as it is asked */
};

/* The limit that a setting breaks worst, in all its seeds and days. */
struct advise_fault {
    double excess; /* 0: none is broken */
    double value, limit;
    const struct answer *answer; /* of one of the scenario's own */
    size_t own;                  /* else which of the plan's */
};

/* A setting over the seeds that are there. */
struct advised {
    size_t setting;
    bool known, kept;             /* every limit, in each seed, on each day */
    int turned;                   /* knobs that are not as they are now */
    double goal, price, carbon_g; /* less is better */
    struct advise_fault worst;
    struct pairing effect; /* of the goal, against the setting in force */
};

/* The settings by a goal, the best first. */
struct advise_ranking {
    struct aim goal;
    size_t kept;           /* settings that keep every limit */
    struct advised *found; /* [plan->n] */
    struct aim column;     /* what gets worse where the goal gets better; METRIC_COUNT: nothing does */
    bool paid;             /* the best has that price */
};

static inline const struct advise_plan *advise_plan_of(const struct ask *ask)
{
    return ((const struct advise_state *)ask->state)->plan;
}

/* Over the seeds that are there and all days; NAN: not known yet, or not at all. */
double advise_mean(const struct ask *ask, struct aim aim, size_t setting);
/* `found` NULL: out of memory, and the arena says so. */
struct advise_ranking advise_rank(const struct ask *ask, struct aim goal, struct arena *arena);

#endif
