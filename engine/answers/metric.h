/* Metrics: what a whole run, each of its apps and each of its GPUs is measured by. One row of metric.def
 * makes the run's JSON and CSV, the text report, the columns of a saved run, replicates and cards; whoever
 * compares runs asks here which way is better. Values are pure functions of a run's summary and, for a few,
 * of its model.
 */
#ifndef WATTIF_ANSWERS_METRIC_H
#define WATTIF_ANSWERS_METRIC_H

#include "engine/base/confidence.h"
#include "engine/model/model.h"
#include "engine/sim/summary.h"

enum metric_scope { METRIC_OF_RUN, METRIC_OF_APP, METRIC_OF_GPU };

enum metric_group {
#include <made/metric_group_ids.h> /* of the rows, by their names alone */
    METRIC_GROUPS
};

enum metric {
#include <made/metric_ids.h>
    METRIC_COUNT
};

/* What people read a metric in. Keys and values are in SI units and shares of one; the factor leads there. */
enum metric_unit {
    UNIT_NONE, /* of the metric's own */
    UNIT_COUNT,
    UNIT_FLAG, /* 0 or 1 */
    UNIT_S,
    UNIT_MS,
    UNIT_G,
    UNIT_MG, /* of g */
    UNIT_J,
    UNIT_KWH, /* of J */
    UNIT_W,
    UNIT_C,
    UNIT_K,
    UNIT_PERCENT,
    UNIT_PERCENT_OF_1,
    UNITS
};

/* Which way is better; EITHER: it has no good side; WITHIN: a share of a limit, of which less is better
 * beyond 1 and any is as good up to it. */
enum metric_better { METRIC_LESS, METRIC_MORE, METRIC_EITHER, METRIC_WITHIN };

/* Where text for people shows it: also where there is room for a few only; always; where it is not 0; never.
 */
enum metric_shown { SHOWN_MAIN, SHOWN, SHOWN_NONZERO, SHOWN_NEVER };

enum { METRIC_AS_GIVEN = -1 }; /* digits: as many as it has, but from 100 on one after the point */

/* What a value is taken from. */
struct metric_source {
    const struct summary *summary;
    const struct model *model;     /* NULL: not at hand; then what depends on it is not known */
    const struct derived *derived; /* NULL: the model's */
};

/* What a group tells of: how the apps are served, or what that took. */
enum metric_subject { METRIC_SERVED, METRIC_BOOKS };

struct metric_group_info {
    enum metric_scope scope;
    const char *key, *label;
    bool (*present)(const struct metric_source *source);
    enum metric_subject subject;
};

struct metric_unit_info {
    const char *symbol; /* "" none */
    double factor;
};

/* Where a value lies in its struct, and what it is there. */
enum metric_storage { STORED_NOT, STORED_REAL, STORED_INT64, STORED_BOOL };

struct metric_info {
    enum metric_group group;
    const char *key, *column, *title;
    enum metric_unit unit;
    int digits;
    enum metric_better better;
    enum metric_shown shown;
    struct {
        enum metric_storage storage;
        size_t offset;
        double (*make)(const struct metric_source *source, int part); /* or NULL */
        double (*of_run)(const struct metric_source *source);         /* or NULL */
    } value;
    bool by_layout; /* where GPUs are cut by a search, one layout that it finds decides it */
};

extern const struct metric_info metric_infos[METRIC_COUNT];
extern const struct metric_group_info metric_groups[METRIC_GROUPS];
extern const struct metric_unit_info metric_units[UNITS];

enum metric_scope metric_scope_of(enum metric metric);

/* Its mean over seeds, of runs in which layouts are searched or not. What one layout decides, as a percentile
 * or accuracy, then takes few values or lies askew, and from 3 or 10 seeds t would hold its mean in 70 to 90
 * % (tests/property/test_noise.c): below METRIC_SEEDS it has no interval. */
enum { METRIC_SEEDS = 30 };
struct confidence metric_confidence(enum metric metric, bool searched, const double *values, size_t n);
/* Why n seeds are too few for an interval by this rule; NULL: they are not. */
const char *metric_too_few(enum metric metric, bool searched, size_t n);

/* The value for the run, or for app or GPU number `part`. NAN: not known, or there is none. */
double metric_value(enum metric metric, const struct metric_source *source, int part);

/* What a saved run keeps of it, and its way back into a summary: fields as they are. False, and nothing is
 * done, where it is no field but made of others. */
double metric_kept(enum metric metric, const struct metric_source *source, int part);
bool metric_restore(enum metric metric, struct summary *summary, int part, double value);

/* Its place in the run's JSON: "carbon_g.total", "apps.0.p95_ms", "gpus.2.energy_j". */
void metric_key(enum metric metric, int part, char *out, size_t size);

/* As people read it, without its unit: "223.553"; "-" for NAN, "yes" and "no" for flags. */
void metric_format(enum metric metric, double value, char *out, size_t size);

/* The same with so many digits. */
void metric_format_digits(enum metric metric, double value, int digits, char *out, size_t size);
/* How many a mean over seeds wants: the metric's own, or more where its interval would be nothing in them, or
 * without one (NAN) the mean itself: of 0.35 +- 0.3 late requests one. */
int metric_mean_digits(enum metric metric, double mean, double half);
/* "187.326 ± 0.051", "0.35 ± 0.30"; without the interval where there is none. */
void metric_format_mean(enum metric metric, double mean, double half, char *out, size_t size);

/* 1: `now` is better than `then`; -1 worse; 0 equal, not known, or neither way is better. `then` 0: of a
 * difference, by its way alone. */
int metric_judge(enum metric metric, double now, double then);

#endif
