/* Quality: what a run that serves several variants of a model trades, point by point over the window that its
 * curves show: the objective f of what ran, the best f of what a search had found by then, ORACLE's, the
 * accuracy limit in force and where a search was under way. Made from the curves and from the evaluations in
 * the recording; the objective needs the derived inputs of the model and is NAN until they are there.
 * ORACLE's table comes with them where the scheme looks it up, else from whoever has it measured
 * (explorer_table). */
#ifndef WATTIF_ANSWERS_QUALITY_H
#define WATTIF_ANSWERS_QUALITY_H

#include "engine/answers/objective.h"
#include "engine/answers/curves.h"

struct known; /* an evaluation as it is remembered */

/* An app whose accuracy counts: its profile names the metric. */
struct quality_app {
    bool counts;
    double base;  /* accuracy of its best variant, in its own metric */
    double least; /* of its worst */
};

/* The objective of what ran, of the best that searches had found, of ORACLE's choice; per cent, NAN: none. */
struct quality_values {
    double f, best, oracle;
};

struct quality {
    int n_apps, n_counting;
    int first;                /* the first app that counts */
    struct quality_app *apps; /* [app]; owned */
    bool has_objective;       /* the scheme is one of Clover's: there is an f, now or soon */
    bool is_measured;         /* the derived inputs are there */
    bool has_table;           /* ORACLE's too */
    int points;
    float f[CURVE_POINTS], best[CURVE_POINTS], oracle[CURVE_POINTS]; /* per cent; NAN: none */
    float limit[CURVE_POINTS]; /* of accuracy, per cent of the best variant's; NAN: none */
    bool searching[CURVE_POINTS];
    bool above_best;        /* f lies above the best found somewhere: the two were measured at other times */
    bool oracle_complies;   /* at every point; else it is the least late somewhere */
    int searches, tries;    /* in the run so far: searches begun, configurations measured live */
    bool late_kept;         /* what the last search left deployed is the least late: none complied */
    double accuracy_change; /* of the run so far, per cent, <= 0; NAN unknown */
    struct quality_values mean; /* over the time of the run so far */

    /* what it was made of */
    struct curve_window seen_window;
    int seen_points, seen_count;
    bool seen_complete;
    const struct derived *base; /* the model's derived inputs, else the table */
    struct derived *table;      /* a reference; NULL: there is none yet */
    struct known *known;        /* owned */
    int n_known, n_heard;
};

/* NULL where no app's accuracy can differ, or there is no memory for it. The catalogue tells which
 * variants GPUs that can be cut may get. */
struct quality *quality_create(const struct run_view *view, const struct catalog *catalog);
void quality_free(struct quality *quality);

/* Brings it up to the curves. `table`: ORACLE's for the load and the GPUs of this result, or NULL; it is not
 * looked at where the model has its own. */
void quality_update(struct quality *quality, const struct run_view *view, const struct curves *curves,
                    struct derived *table);

/* Of one app against its best variant, per cent. */
double quality_change_of(const struct quality *quality, int app, double accuracy);
/* Mean of the apps' relative losses, per cent, weighted by requests served; NAN where nothing was served. */
double quality_change(const struct quality *quality, const double *accuracy, const double *served);

/* f of what ran at t: at this intensity, with this IT power, accuracies and requests served. NAN unknown. */
double quality_f(const struct quality *quality, const struct model *model, int64_t t_ns, double ci,
                 double it_w, const double *accuracy, const double *served);

/* IT power at a point of the curves, which are those of the whole run, of what f is told of. */
double quality_told_w(const struct run_view *view, const struct curves *curves, int p);

/* ORACLE's f at t, by the knobs in force there, at this intensity. NAN: no table, or nothing measured. */
double quality_oracle(const struct quality *quality, const struct model *model, int64_t t_ns, double ci);

#endif
