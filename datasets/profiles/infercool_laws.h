/* The laws of infercool.csv (METHOD.md, "Heat"): power by slice and batch (rule 5), solved from three
 * published rows, and memory (rule 8). Pure functions with + - * / and sqrt alone, so that every compiler
 * gives the same bytes. */
#ifndef WATTIF_DATASETS_INFERCOOL_LAWS_H
#define WATTIF_DATASETS_INFERCOOL_LAWS_H

#include <math.h>

#define COOL_IDLE_W 46.7 /* InferCool section 5.1: P_S */
#define COOL_SEVENTHS 7

/* Of a card on which one slice of k sevenths runs batches of b: P_S + m (start_w + k/7 top_w x/(x + half)), x
 * = 7b/k being the batch that the whole card would have at the same filling. */
struct cool_power {
    double start_w, top_w, half;
};

static inline double cool_power_at(const struct cool_power *law, double m, double sevenths, double batch)
{
    double x = COOL_SEVENTHS * batch / sevenths;
    return COOL_IDLE_W + m * (law->start_w + sevenths / COOL_SEVENTHS * law->top_w * x / (x + law->half));
}

/* From the watts of batch 1 on 1g (x = 7, a seventh of the card), batch 1 and batch 17 on 7g. Their
 * differences are top 6/((1+h)(7+h)) and top 16h/((1+h)(17+h)), so that their ratio leaves a quadratic
 * equation for h. */
static inline struct cool_power cool_power_solve(double one_w, double few_w, double many_w)
{
    double rise = few_w - one_w, ratio = (many_w - few_w) / rise;
    double b = (112 - 6 * ratio) / 32, c = -102 * ratio / 16;
    struct cool_power law;
    law.half = -b + sqrt(b * b - c);
    law.top_w = rise * (1 + law.half) * (7 + law.half) / 6;
    law.start_w = few_w - COOL_IDLE_W - law.top_w / (1 + law.half);
    return law;
}

/* Context, weights, and what each item of a batch needs besides. */
static inline double cool_memory_gb(double params_m, double value_bytes, double item_mb, double batch)
{
    const double context_gb = 0.6;
    return context_gb + params_m * value_bytes / 1000 + item_mb * batch / 1000;
}

#endif
