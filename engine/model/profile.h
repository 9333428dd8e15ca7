/* Profiles: (GPU, slice, model, variant, batch, clock) -> latency, power, accuracy, memory, as rows with
 * provenance (profiles.md). Everything policy-like reads only this. A set is all rows of one model, in any
 * order. */
#ifndef WATTIF_MODEL_PROFILE_H
#define WATTIF_MODEL_PROFILE_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum provenance { PROVENANCE_MEASURED, PROVENANCE_DERIVED, PROVENANCE_MODELLED, PROVENANCE_COUNT };

extern const char *const provenance_names[PROVENANCE_COUNT]; /* "measured", "derived", "modelled" */

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
    char model[48];
    char accuracy_metric[16]; /* what the accuracies count: "top1_pct", "f1", "map50_95"; "" = not named */
    double overhead_ms;       /* >= 0: part of every response beside latency_ms that occupies no GPU, so that
                                 nobody queues behind it */
    size_t n;
    struct profile_row *rows; /* owned */
    char hash[65];
};

void profile_set_free(struct profile_set *set);

/* Does it say anything of the model as a whole: a metric, an overhead? */
bool profile_has_facts(const struct profile_set *set);

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
