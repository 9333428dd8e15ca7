/* The laws of the profile tables: pure functions from published numbers to modelled ones. METHOD.md argues
 * for each of them; the rule numbers are those of that file. Nothing here reads a file or knows a scheme, and
 * only + - * / and sqrt are used, so that every compiler gives the same bytes. */
#ifndef WATTIF_DATASETS_LAWS_H
#define WATTIF_DATASETS_LAWS_H

#include <math.h>
#include <stddef.h>

/* Latency of one batch, in ms: fixed_ms + slope_ms * batch up to knee images, then saturated_ms an image
 * (rules 2, 3). A card that is busy from the first image on has knee = 0. */
struct latency_law {
    double fixed_ms;
    double slope_ms;
    double saturated_ms;
    double knee;
};

static inline double latency_at(const struct latency_law *law, double batch)
{
    double before = batch < law->knee ? batch : law->knee;
    return law->fixed_ms + law->slope_ms * before + law->saturated_ms * (batch - before);
}

/* The same for a model that costs `ratio` times as much work an image: what is paid for each batch stays. */
static inline struct latency_law latency_scaled(const struct latency_law *law, double ratio)
{
    return (struct latency_law){law->fixed_ms, ratio * law->slope_ms, ratio * law->saturated_ms, law->knee};
}

/* Latency of one batch as a roofline, in ms (rule 3): a card launches kernels, which takes longer by the copy
 * of each image, or it works through the images, whichever takes longer. A card that is full from the first
 * image on has no launch_ms and no copy_ms: it never waits for launches alone. */
struct roofline {
    double launch_ms; /* the kernels of one batch */
    double copy_ms;   /* an image, to the card */
    double start_ms;  /* of the launches, what a full card cannot hide */
    double image_ms;  /* an image on a full card, its copy included */
};

static inline double roofline_at(const struct roofline *law, double batch)
{
    double waiting = law->launch_ms + law->copy_ms * batch;
    double working = law->start_ms + law->image_ms * batch;
    return waiting > working ? waiting : working;
}

/* A model in units of the reference's: layers, time of an image's arithmetic, pixels of an image. */
struct model_size {
    double depth;
    double work;
    double pixels;
};

/* The same for another model: launches go with the layers, copies with the pixels, the rest of an image with
 * the work. */
static inline struct roofline roofline_scaled(const struct roofline *law, const struct model_size *size)
{
    double copy_ms = law->copy_ms * size->pixels;
    return (struct roofline){law->launch_ms * size->depth, copy_ms, law->start_ms * size->depth,
                             copy_ms + (law->image_ms - law->copy_ms) * size->work};
}

/* Least-squares line through n points: *fixed + *slope * x. */
static inline void line_fit(const double *x, const double *y, size_t n, double *fixed, double *slope)
{
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0;

    for (size_t i = 0; i < n; i++) {
        mean_x += x[i] / (double)n;
        mean_y += y[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    *slope = xy / xx;
    *fixed = mean_y - *slope * mean_x;
}

/* Power of a busy card, in W: idle_w + (max_w - idle_w) * b / (b + half), half being the batch at which half
 * of the rise is reached (rule 2). */
struct power_law {
    double idle_w;
    double max_w;
    double half;
};

static inline double power_at(const struct power_law *law, double batch)
{
    return law->idle_w + (law->max_w - law->idle_w) * batch / (batch + law->half);
}

/* A model that fills the card `filling` times as fast does so with that many fewer images. */
static inline struct power_law power_scaled(const struct power_law *law, double filling)
{
    return (struct power_law){law->idle_w, law->max_w, law->half / filling};
}

/* The same card drawing `share` of what it drew above idle (rule 9). */
static inline struct power_law power_above_idle(const struct power_law *law, double share)
{
    return (struct power_law){law->idle_w, law->idle_w + (law->max_w - law->idle_w) * share, law->half};
}

/* The best max_w for this half (linear least squares), or the given one if not zero; returns the squared
 * error. */
static inline double power_error(double idle_w, double half, double max_w, const double *batch,
                                 const double *power_w, size_t n, double *best_w)
{
    double xx = 0, xy = 0, error = 0;

    for (size_t i = 0; i < n; i++) {
        double x = batch[i] / (batch[i] + half);
        xx += x * x;
        xy += x * (power_w[i] - idle_w);
    }
    *best_w = max_w > 0 ? max_w : idle_w + xy / xx;
    for (size_t i = 0; i < n; i++) {
        struct power_law law = {idle_w, *best_w, half};
        double d = power_at(&law, batch[i]) - power_w[i];
        error += d * d;
    }
    return error;
}

/* Least squares over half (and max_w unless given): a coarse scan, 2 % a step, then thirds of the interval
 * around it. */
static inline struct power_law power_fit_half(double idle_w, double max_w, const double *batch,
                                              const double *power_w, size_t n)
{
    const double step = 1.02, from = 1e-3, to = 1e3;
    double best = from, best_error = -1, w;

    for (double half = from; half < to; half *= step) {
        double error = power_error(idle_w, half, max_w, batch, power_w, n, &w);
        if (best_error < 0 || error < best_error) {
            best = half;
            best_error = error;
        }
    }
    double low = best / step, high = best * step;
    for (int i = 0; i < 100; i++) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (power_error(idle_w, a, max_w, batch, power_w, n, &w) <
            power_error(idle_w, b, max_w, batch, power_w, n, &w))
            high = b;
        else
            low = a;
    }
    double half = low + (high - low) / 2;
    power_error(idle_w, half, max_w, batch, power_w, n, &w);
    return (struct power_law){idle_w, w, half};
}

/* Where the free fit puts `half` beyond the largest measured batch, the points show no saturation and cannot
 * tell where it lies: then the rise ends at the board's power limit and only `half` is fitted. */
static inline struct power_law power_fit(double idle_w, double limit_w, const double *batch,
                                         const double *power_w, size_t n)
{
    struct power_law law = power_fit_half(idle_w, 0, batch, power_w, n);
    if (law.half > batch[n - 1])
        law = power_fit_half(idle_w, limit_w, batch, power_w, n);
    return law;
}

/* Device memory of one batch, in GB (rule 8): context, weights, and for each image two feature maps of 64
 * float32 channels at half the input's resolution, the widest pair that the stem of these networks holds at
 * once. */
static inline double memory_gb(double weights_gb, double input_px, double batch)
{
    const double context_gb = 0.6;
    double half_px = input_px / 2;
    double image_gb = 2 * 64 * half_px * half_px * 4 * 1e-9;
    return context_gb + weights_gb + batch * image_gb;
}

/* ACT's embodied carbon of one card, in kg: logic by die area and node, and memory by capacity. */
struct act_constants {
    double grid_g_per_kwh;
    double epa_kwh_per_cm2, gpa_g_per_cm2, mpa_g_per_cm2;
    double dram_g_per_gb;
};

static inline double act_card_kg(const struct act_constants *act, double die_mm2, double dram_gb)
{
    const double yield = 0.875; /* ACT's */
    double g_per_cm2 = act->grid_g_per_kwh * act->epa_kwh_per_cm2 + act->gpa_g_per_cm2 + act->mpa_g_per_cm2;
    return (die_mm2 / 100 * g_per_cm2 / yield + dram_gb * act->dram_g_per_gb) / 1000;
}

#endif
