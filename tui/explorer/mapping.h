/* Mappings: what the scenario explored could be, as points of one plane. There is one for where the user is,
 * one for each scheme that can run, one for each step of the knob in focus, and those where the user has
 * been. All are whole runs with the scheme or the value in force throughout, so they can be held against each
 * other, wherever the cursor is; they are a question (questions.h). Of a sweep that is shown the points are
 * its configurations, each the mean of its seeds. A mapping stands for the scenario as it was when it was
 * made.
 *
 * The map makes its own; the dashboard's panel shows the explorer's, which follows what is explored and is
 * simulated at the least urgency. A part of the explorer (explorer.h). */
#ifndef WATTIF_TUI_EXPLORER_MAPPING_H
#define WATTIF_TUI_EXPLORER_MAPPING_H

#include "engine/answers/comparison.h"
#include "engine/model/knob.h"
#include "tui/explorer/questions.h"

struct sweep_values; /* engine/explore/sweep_sum.h */

enum { MAP_SCHEMES = 32, MAP_STEPS = 41, MAP_BEEN = 12, MAP_POINTS = 1 + MAP_SCHEMES + MAP_STEPS + MAP_BEEN };

enum map_kind { MAP_HERE, MAP_SCHEME, MAP_STEP, MAP_TRAIL };

struct map_point {
    enum map_kind kind;
    char name[56];        /* "HIGHPERF", "CIT 0.80" */
    bool joined;          /* to the one before, by the way of a knob */
    size_t configuration; /* of the sweep that is shown; else a knob and its value */
    struct knob_ref knob;
    struct knob_value value;
};

struct mapping {
    struct map_point *points;  /* [room]; owned. In order of their kinds; number 0 is where the user is */
    size_t n, room;            /* MAP_POINTS, or as many as the sweep has, and one */
    struct question *question; /* NULL: of a sweep, or too heavy */
    const struct sweep_values *swept; /* the explorer's, or NULL */
    bool at_home;                     /* the sweep has what was explored */
    size_t home;                      /* that configuration */
    size_t offered; /* a configuration at the base's own place, as these axes have it; SIZE_MAX: none is */
    unsigned axes;
    double here[METRIC_COUNT]; /* of a sweep: what was explored comes to */
    bool here_misses;
    bool heavy;            /* too many requests to be simulated in passing: nothing was asked */
    struct scenario *base; /* where the user was as it was made; owned */
};

/* Of what is explored, asked at this urgency; of the sweep that is shown. NULL with a message. */
struct mapping *explorer_map(struct explorer *explorer, enum job_priority priority, struct error *error);
struct mapping *explorer_map_sweep(struct explorer *explorer);
/* Calls off what is left of its question. NULL is none. */
void explorer_drop_mapping(struct explorer *explorer, struct mapping *map);

/* What is known of a point: nothing yet, or the whole-run value of a metric (NAN: not known). */
bool mapping_knows(const struct mapping *map, size_t i);
double mapping_value(const struct mapping *map, size_t i, enum metric metric);
/* What it served in what time. */
struct work mapping_work(const struct mapping *map, size_t i);
/* May it be recommended: is it a choice, and not the world's or a doubt? */
bool mapping_is_choice(const struct mapping *map, size_t i);
/* An SLO is missed, in any seed. */
bool mapping_misses(const struct mapping *map, size_t i);
/* Nothing that is told differs from where the user is. */
bool mapping_is_same(const struct mapping *map, size_t i);
/* How many there are to come, and how many have. */
size_t mapping_size(const struct mapping *map);
size_t mapping_done(const struct mapping *map);

/* --- the explorer's own --- */

/* Says whether somebody sees it, until that is said again. */
void explorer_want_mapping(struct explorer *explorer, bool wanted);
/* The last that was made of this scenario, until the next is; NULL: there is none (yet). */
const struct mapping *explorer_mapping(const struct explorer *explorer);

/* Follows what is explored; `idle`: nothing more urgent runs. True if there is another. */
bool explorer_follow_mapping(struct explorer *explorer, bool idle);
/* It will be made as soon as nothing more urgent runs. */
bool explorer_mapping_waits(const struct explorer *explorer);
void explorer_end_mapping(struct explorer *explorer);

#endif
