/* Sweeps: what becomes of a scenario over ranges of its knobs. Each axis is a knob with the values that it
 * takes; a configuration is one value of each, the last axis turning fastest; a point is a configuration with
 * one of the seeds, all of which see the same requests wherever a configuration leaves them alone.
 * Points have numbers, and all that is told of one follows from its number: so a part of a sweep that another
 * machine ran is the same bytes. Behind the grid of all values there may be single configurations more
 * (sweep_run.h), whose values need not be of the grid; a file has none. */
#ifndef WATTIF_EXPLORE_SWEEP_H
#define WATTIF_EXPLORE_SWEEP_H

#include "engine/answers/metric.h"

enum {
    SWEEP_AXES_MAX = 8,
    SWEEP_VALUES_MAX = 100000,
    SWEEP_POINTS_MAX = 10000000,
    SWEEP_REPLICATES_MAX = 4096
};

struct sweep_axis {
    char knob[KNOB_NAME_SIZE]; /* "cit", "policy.route", "slo_ms.*" */
    size_t n;
    char **values;  /* as the knob reads them; owned */
    size_t n_added; /* values behind those of the grid, of single configurations */
};

struct sweep {
    struct scenario base; /* owned */
    size_t n_axes, replicates;
    struct sweep_axis axes[SWEEP_AXES_MAX];
    size_t n_added;                  /* configurations behind the grid */
    size_t (*added)[SWEEP_AXES_MAX]; /* which value of each axis; owned */
};

/* Of a copy of `base`; replicates >= 1. False when out of memory. */
bool sweep_create(struct sweep *sweep, const struct scenario *base, size_t replicates, struct error *error);
void sweep_free(struct sweep *sweep);

/* Adds an axis. `text`: "cit=.8:1.2:.05" (from, to, step; the end belongs to it), of times
 * "start=2022-07-01:2022-07-10:1d" (the step as durations are written), "cit=.8,1,1.2", or values with bars
 * between them where they hold commas, as layouts do: "mig.gpu0=4g:a,3g:b|7g:a"; one such value alone ends in
 * a bar. Each value is tried on the base. False with a message, its place "--vary TEXT". */
bool sweep_vary(struct sweep *sweep, const char *text, struct error *error);

/* "cit=0.8,0.85,0.9", which sweep_vary() reads back; malloc'ed, NULL when out of memory. */
char *sweep_axis_text(const struct sweep_axis *axis);

/* May all of it be run: not too many points, and every configuration is a sound scenario. */
bool sweep_check(const struct sweep *sweep, struct error *error);

/* One configuration behind those that there are, with these values of the axes. False with a message where
 * the scenario cannot have them. */
bool sweep_add(struct sweep *sweep, const char *const *values, struct error *error);

size_t sweep_configurations(const struct sweep *sweep); /* the added ones, too */
size_t sweep_grid(const struct sweep *sweep);           /* without them */
size_t sweep_points(const struct sweep *sweep);
/* Which value of each axis a configuration has. */
void sweep_place(const struct sweep *sweep, size_t configuration, size_t at[SWEEP_AXES_MAX]);
/* The other way, in the grid. */
size_t sweep_at(const struct sweep *sweep, const size_t at[SWEEP_AXES_MAX]);
/* Where a sweep is at home: of each axis the value that the base itself has, else the middle one. True where
 * it is the base that lies there. */
bool sweep_home(const struct sweep *sweep, size_t at[SWEEP_AXES_MAX]);
/* "cit=0.8, policy.route=dybatch". Returns `out`. */
char *sweep_name(const struct sweep *sweep, size_t configuration, char *out, size_t size);
static inline size_t sweep_configuration(const struct sweep *sweep, size_t point)
{
    return point / sweep->replicates;
}
static inline uint64_t sweep_seed(const struct sweep *sweep, size_t point)
{
    return sweep->base.seed + point % sweep->replicates;
}

/* What a point runs (scenario_free). False with a message whose place is the configuration. */
bool sweep_scenario(const struct sweep *sweep, size_t point, struct scenario *scenario, struct error *error);

/* A sweep's base with value number `i` of an axis, and nothing else: all axes' together name every input that
 * a point may read. scenario_free it. */
bool sweep_axis_scenario(const struct scenario *base, const struct sweep_axis *axis, size_t i,
                         struct scenario *scenario, struct error *error);

/* What is kept of a point: the metrics of the run and of its apps, in this order. GPUs are left out, because
 * configurations may have other GPUs. */
struct sweep_column {
    enum metric metric;
    int part; /* the app; 0 of the run */
};
size_t sweep_columns(const struct sweep *sweep); /* how many */
struct sweep_column sweep_column(const struct sweep *sweep, size_t k);
/* The number of a column; SIZE_MAX: there is none. */
size_t sweep_column_of(const struct sweep *sweep, enum metric metric, int part);

#endif
