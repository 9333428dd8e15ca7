/* Profiles: (GPU, slice, model, variant, batch, clock) -> latency, power, accuracy, memory, as rows with
 * provenance (profiles.md). Everything policy-like reads only this. A set is all rows of one model, in any
 * order. */
#ifndef WATTIF_MODEL_PROFILE_H
#define WATTIF_MODEL_PROFILE_H

#include "engine/base/error.h"

#include <stdint.h>

/* What a row is, from the best down: published; arithmetic on published rows; a law; a law that was bent
 * until it gave a paper's figure; imported without a word of where it is from, so that nobody vouches for
 * it. */
enum provenance {
    PROVENANCE_MEASURED,
    PROVENANCE_DERIVED,
    PROVENANCE_MODELLED,
    PROVENANCE_CALIBRATED,
    PROVENANCE_STATED,
    PROVENANCE_COUNT
};

extern const char *const provenance_names[PROVENANCE_COUNT]; /* "measured", "derived", "modelled",
                                                                "calibrated", "stated" */

/* Tables of one model by different methods bear the names of sets. Every table that names none is of the
 * default set. Catalogues know a table by the model's name, and where the set is another one, as model@set.
 */
#define PROFILES_DEFAULT "measured-ratio"
enum { PROFILES_SIZE = 16, PROFILE_NAME_SIZE = 64 };

/* The name by which catalogues know the table of a model in a set ("" = the default one). */
void profile_name(const char *model, const char *set, char out[PROFILE_NAME_SIZE]);
/* The set of such a name; it lasts as long as the name. */
const char *profile_name_set(const char *name);
/* The model of such a name. */
void profile_name_model(const char *name, char *out, size_t size);

struct profile_row {
    char gpu[24];     /* "P4", "T4", "A100-40GB" */
    char slice[12];   /* "whole", "1g" .. "7g" */
    char variant[24]; /* "" where a model has one */
    int32_t batch;
    double clock_mhz;  /* NAN = unknown */
    double latency_ms; /* > 0 */
    double power_w;    /* mean total board power while processing, NAN = unknown */
    double accuracy;   /* in the set's metric; NAN = unknown */
    double memory_gb;  /* NAN = unknown */
    enum provenance provenance;
    char source[160];
};

struct profile_set {
    char name[PROFILE_NAME_SIZE]; /* as catalogues know it; "" is the model's */
    char model[48];
    char accuracy_metric[16]; /* what the accuracies count: "top1_pct", "f1", "map50_95"; "" = not named */
    double overhead_ms;       /* >= 0: part of every response beside latency_ms that occupies no GPU, so that
                                 nobody queues behind it */
    size_t n;
    struct profile_row *rows; /* owned */
    char hash[65];
};

void profile_set_free(struct profile_set *set);

/* Its name in catalogues; it lasts as long as the set. */
const char *profile_known_as(const struct profile_set *set);

/* Does it say anything of the model as a whole: a metric, an overhead? */
bool profile_has_facts(const struct profile_set *set);

/* Is the row for this GPU, slice and variant ("" = any)? */
bool profile_row_is(const struct profile_row *row, const char *gpu, const char *slice, const char *variant);
/* Does it have any row for this GPU, slice and variant ("" = any)? */
bool profile_has(const struct profile_set *set, const char *gpu, const char *slice, const char *variant);

/* One curve over batch, dense: entry b-1 is batch b. Between the set's batches latency and power are linear
 * in batch (profiles.md rule 2; such an entry is at best `derived`); outside the first and last batch of the
 * set there is nothing and the curve ends there. */
struct profile_curve {
    int32_t batch_min, batch_max; /* legal batches */
    int64_t *latency_ns;          /* [batch_max]; owned */
    double *power_w;              /* [batch_max]; owned */
    uint8_t *provenance;          /* [batch_max] enum provenance; owned */
    double accuracy, memory_gb;   /* NAN = unknown */
};

/* Builds the curve for this GPU, slice and variant ("" = the only one). `scale` multiplies the latency of
 * modelled rows, or of all rows if scale_all (profile_scale.APP). False with a message naming model, GPU and
 * slice when the set has no such rows, a row without power, or two rows for one batch. */
bool profile_curve_build(struct profile_curve *curve, const struct profile_set *set, const char *gpu,
                         const char *slice, const char *variant, double scale, bool scale_all,
                         struct error *error);
void profile_curve_free(struct profile_curve *curve);

#endif
