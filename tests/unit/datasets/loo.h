/* Leave-one-out over forms of the roofline: each form's numbers are fitted to nine of ParvaGPU's ten image
 * models on the whole card, batch 1 to 256, and predict the tenth. What a model is, is known beforehand: its
 * layers (Keras) and the time of an image's arithmetic (timm); what a form makes of it, is in question. */
#ifndef WATTIF_TESTS_DATASETS_LOO_H
#define WATTIF_TESTS_DATASETS_LOO_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { LOO_MODELS = 10, LOO_BATCHES = 9, LOO_NUMBERS = 4 };

struct loo_model {
    const char *name;
    double depth; /* layers with weights */
    double work;  /* of an image, in units of Inception-V3's */
    size_t n;
    double batch[LOO_BATCHES], ms[LOO_BATCHES];
};

/* Where the time of an image's copy stands: nowhere, in the line of launches, there in proportion to the
 * work, or in both lines. */
enum loo_copy { COPY_NONE, COPY_WAITING, COPY_AS_WORK, COPY_BOTH, COPY_FORMS };

/* What a full card adds to its images: nothing, the same for all models, or in proportion to the layers. */
enum loo_start { START_NONE, START_SAME, START_AS_DEPTH, START_FORMS };

/* The two lines join as (a^p + b^p)^(1/p): 1 their sum, 0 (for infinity) the greater one. */
struct loo_form {
    double p;
    enum loo_copy copy;
    enum loo_start start;
};

static inline double loo_join(double waiting, double working, double p)
{
    double high = waiting > working ? waiting : working, low = waiting > working ? working : waiting;
    if (p == 0)
        return high;
    return high * pow(1 + pow(low / high, p), 1 / p);
}

/* The form with the logarithms of its numbers: launch a layer, image a unit of work, copy, start. */
static inline double loo_ms(const struct loo_form *form, const double log_number[LOO_NUMBERS],
                            const struct loo_model *model, double batch)
{
    double copy = form->copy == COPY_NONE ? 0 : exp(log_number[2]);
    double start = form->start == START_NONE ? 0 : exp(log_number[3]);
    double image = exp(log_number[1]) * model->work + (form->copy == COPY_BOTH ? copy : 0);
    if (form->copy == COPY_AS_WORK)
        copy *= model->work;
    if (form->start == START_AS_DEPTH)
        start *= model->depth;
    return loo_join(exp(log_number[0]) * model->depth + copy * batch, start + image * batch, form->p);
}

/* Mean square of log(predicted / measured) of one model. */
static inline double loo_square(const struct loo_form *form, const double log_number[LOO_NUMBERS],
                                const struct loo_model *model)
{
    double square = 0;
    for (size_t i = 0; i < model->n; i++) {
        double off = log(loo_ms(form, log_number, model, model->batch[i]) / model->ms[i]);
        square += off * off / (double)model->n;
    }
    return square;
}

static inline double loo_cost(const struct loo_form *form, const double log_number[LOO_NUMBERS],
                              const struct loo_model models[LOO_MODELS], size_t left_out)
{
    double cost = 0;
    for (size_t m = 0; m < LOO_MODELS; m++)
        if (m != left_out)
            cost += loo_square(form, log_number, &models[m]);
    return cost;
}

/* Solves (normal + damping of its diagonal) step = gradient in place, by elimination; the matrix is positive
 * definite but for numbers that a form does not have, whose rows are empty and whose step is 0. */
static inline void loo_solve(double a[LOO_NUMBERS][LOO_NUMBERS + 1])
{
    for (size_t k = 0; k < LOO_NUMBERS; k++) {
        if (a[k][k] <= 0)
            a[k][k] = 1;
        for (size_t row = 0; row < LOO_NUMBERS; row++) {
            double factor = a[row][k] / a[k][k];
            for (size_t c = k; row != k && c <= LOO_NUMBERS; c++)
                a[row][c] -= factor * a[k][c];
        }
    }
    for (size_t k = 0; k < LOO_NUMBERS; k++)
        a[k][LOO_NUMBERS] /= a[k][k];
}

/* The normal equations of the residuals log(predicted / measured), each model of weight one. */
static inline void loo_normal(const struct loo_form *form, const double at[LOO_NUMBERS],
                              const struct loo_model models[LOO_MODELS], size_t left_out, double damping,
                              double a[LOO_NUMBERS][LOO_NUMBERS + 1])
{
    const double step = 1e-5;
    for (size_t k = 0; k < LOO_NUMBERS; k++)
        for (size_t c = 0; c <= LOO_NUMBERS; c++)
            a[k][c] = 0;
    for (size_t m = 0; m < LOO_MODELS; m++)
        for (size_t i = 0; m != left_out && i < models[m].n; i++) {
            double slope[LOO_NUMBERS], weight = 1 / (double)models[m].n, batch = models[m].batch[i];
            double off = log(loo_ms(form, at, &models[m], batch) / models[m].ms[i]);
            for (size_t k = 0; k < LOO_NUMBERS; k++) {
                double moved[LOO_NUMBERS] = {at[0], at[1], at[2], at[3]};
                moved[k] += step;
                slope[k] = (log(loo_ms(form, moved, &models[m], batch) / models[m].ms[i]) - off) / step;
            }
            for (size_t k = 0; k < LOO_NUMBERS; k++) {
                for (size_t c = 0; c < LOO_NUMBERS; c++)
                    a[k][c] += weight * slope[k] * slope[c];
                a[k][LOO_NUMBERS] -= weight * slope[k] * off;
            }
        }
    for (size_t k = 0; k < LOO_NUMBERS; k++)
        a[k][k] *= 1 + damping;
}

/* Least squares by Levenberg and Marquardt from one start; returns the cost. */
static inline double loo_descend(const struct loo_form *form, double at[LOO_NUMBERS],
                                 const struct loo_model models[LOO_MODELS], size_t left_out)
{
    double damping = 1e-2, cost = loo_cost(form, at, models, left_out);
    for (int round = 0; round < 200 && damping < 1e8; round++) {
        double a[LOO_NUMBERS][LOO_NUMBERS + 1], next[LOO_NUMBERS];
        loo_normal(form, at, models, left_out, damping, a);
        loo_solve(a);
        for (size_t k = 0; k < LOO_NUMBERS; k++)
            next[k] = fmin(4, fmax(-14, at[k] + a[k][LOO_NUMBERS]));
        double better = loo_cost(form, next, models, left_out);
        if (better < cost) {
            for (size_t k = 0; k < LOO_NUMBERS; k++)
                at[k] = next[k];
            damping /= 4;
            if (cost - better < 1e-12)
                break;
            cost = better;
        } else
            damping *= 4;
    }
    return cost;
}

/* The best of a few starts, because the greater of two lines has corners. */
static inline void loo_fit(const struct loo_form *form, double best[LOO_NUMBERS],
                           const struct loo_model models[LOO_MODELS], size_t left_out)
{
    double best_cost = INFINITY;
    for (double scale = 0.25; scale < 3; scale *= 2) {
        double at[LOO_NUMBERS] = {log(0.046), log(0.25), log(0.06 * scale),
                                  log((form->start == START_AS_DEPTH ? 0.01 : 0.6) * scale)};
        double cost = loo_descend(form, at, models, left_out);
        if (cost < best_cost) {
            best_cost = cost;
            for (size_t k = 0; k < LOO_NUMBERS; k++)
                best[k] = at[k];
        }
    }
}

/* Root mean square over the models left out, one by one. */
static inline double loo_error(const struct loo_form *form, const struct loo_model models[LOO_MODELS])
{
    double square = 0;
    for (size_t m = 0; m < LOO_MODELS; m++) {
        double number[LOO_NUMBERS];
        loo_fit(form, number, models, m);
        square += loo_square(form, number, &models[m]) / LOO_MODELS;
    }
    return sqrt(square);
}

#endif
