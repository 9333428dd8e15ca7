/* The judges of what InferCool says of one GPU: IC-1 to IC-6, IC-10 and IC-11. Nothing is simulated here; a
 * profile row says what a slice draws alone and for how long, the laws of power what several draw together,
 * and those of heat what comes of it. The ten models share one law of power (profiles.md rule 5), which is
 * why claims about their differences do not all come out. */
#include "engine/claims/infercool/infercool.h"

#include "engine/physics/heat.h"
#include "engine/physics/power.h"

#include <math.h>
#include <string.h>

#define COOL_IDLE_W 46.7
#define COOL_HA_W_PER_K 13.0
#define COOL_ALPHA_PER_S 0.51

/* A model in the figures: on a slice, in batches. */
enum { FIGURE_MODELS = 6, DIFFUSION = 2, YOLO = 1, RESNET = 0, BERT = 3, GEMMA = 5 };
static const struct figure_model {
    const char *name, *model, *small; /* what it has instead of 1g, where that has no room for it */
    int small_n, batch, large_batch;  /* how many of those; in most figures; where a batch is large */
} figure_models[FIGURE_MODELS] = {
    {"ResNet-152", "resnet-152", "1g", 7, 8, 16},   {"YOLOv8x", "yolov8x", "1g", 7, 8, 16},
    {"diffusion", "diffusion-v1.5", "1g", 7, 1, 2}, {"BERT-large", "bert-large", "1g", 7, 8, 16},
    {"GPT2-xl", "gpt2-xl", "1g", 7, 8, 16},         {"Gemma-2b", "gemma-2b", "2g", 3, 8, 16},
};

struct alone {
    double ms, watts;
};

/* What one slice takes and draws alone. False, with a message, where no profile says it. */
static bool alone_of(const struct evidence *evidence, const char *model, const char *slice, int batch,
                     struct alone *alone, struct judgement *judgement)
{
    struct error error = {0};
    const struct catalog *catalog = evidence->inputs->catalog;
    const struct profile_set *set = catalog->profile(catalog->context, model, &error);
    for (size_t k = 0; set && k < set->n; k++) {
        const struct profile_row *row = &set->rows[k];
        if (row->batch == batch && strcmp(row->slice, slice) == 0 && strcmp(row->gpu, "A100-40GB") == 0) {
            *alone = (struct alone){row->latency_ms, row->power_w};
            return true;
        }
    }
    judgement->verdict = VERDICT_UNTESTABLE;
    judgement_say(judgement, "no profile of %s on %s at batch %d", model, slice, batch);
    return false;
}

/* What n of them draw together on a GPU cut so. */
static double together_w(const char *cut, double watts, int n)
{
    const struct power_plan plan = {.statics = power_static_find(cut)};
    return power_law_of(POWER_SUPERPOSE_COMP)->watts(COOL_IDLE_W, n * watts, n, &plan);
}

static double rise_k(double watts)
{
    return heat_above_k(watts - COOL_IDLE_W, COOL_HA_W_PER_K);
}

/* What the diffusion model draws on 7g where an image fills the card (profile set diffusion-full), said
 * beside. */
static void say_full(const struct evidence *evidence, const char *slice, struct judgement *judgement)
{
    struct alone alone;
    struct judgement unknown = {0};
    if (alone_of(evidence, "diffusion-v1.5@diffusion-full", slice, 1, &alone, &unknown))
        judgement_say(judgement, "; diffusion on %s with profiles diffusion-full: %.1f W, %.1f K without end",
                      slice, alone.watts, rise_k(alone.watts));
}

/* Above idle, after one inference. */
static double once_k(struct alone alone)
{
    return rise_k(alone.watts) * (1 - heat_remains(COOL_ALPHA_PER_S, alone.ms / 1000));
}

static double idle_c(void)
{
    return heat_steady_c(HEAT_WATER_C, COOL_IDLE_W, COOL_HA_W_PER_K);
}

/* ---- IC-1, IC-2 ---- */

void judge_ic1(const struct evidence *evidence, struct judgement *judgement)
{
    struct alone one, whole, batch;
    if (!alone_of(evidence, "bert-large", "1g", 1, &one, judgement) ||
        !alone_of(evidence, "bert-large", "7g", 1, &whole, judgement) ||
        !alone_of(evidence, "bert-large", "7g", 17, &batch, judgement))
        return;
    double seven_w = together_w("7x1g", one.watts, 7);
    double one_j = (one.watts - COOL_IDLE_W) * one.ms / 1000;
    double seven_j = (seven_w - COOL_IDLE_W) * one.ms / 1000 / 7;
    double whole_j = (whole.watts - COOL_IDLE_W) * whole.ms / 1000;
    double batch_j = (batch.watts - COOL_IDLE_W) * batch.ms / 1000 / 17;
    judgement_say(
        judgement,
        "%.2f ms alone and as one of seven; %.3f J alone, %.3f J as one of seven (%.2f W together), %.3f J on 7g, %.3f J there in a batch of 17",
        one.ms, one_j, seven_j, seven_w, whole_j, batch_j);
    cool_decide(judgement, cool_about(one.ms, 14.98, .02) && cool_about(one_j, .426, .05) &&
                               cool_about(seven_j, .373, .05) && cool_about(whole_j, .414, .05) &&
                               cool_about(batch_j, .106, .05) && seven_j < one_j && batch_j < whole_j);
    judgement_explain(
        judgement,
        "Three of the four rows are what the law of power was solved from; that of seven is its check (IC-X1).");
}

void judge_ic2(const struct evidence *evidence, struct judgement *judgement)
{
    (void)evidence;
    judgement->verdict = VERDICT_UNTESTABLE;
    judgement_say(judgement, "water: %.1f C at the card's limit of 265 W; 53 C would be %.0f W",
                  heat_steady_c(HEAT_WATER_C, 265, COOL_HA_W_PER_K), (53 - HEAT_WATER_C) * COOL_HA_W_PER_K);
    judgement_explain(
        judgement,
        "Air is not modelled, and by the paper's own constants its card cannot draw what 53 C needs (IC-X4).");
}

/* ---- IC-3 ---- */

static bool read_alone(const struct evidence *evidence, const char *slice, bool large,
                       struct alone alone[FIGURE_MODELS], struct judgement *judgement)
{
    for (int m = 0; m < FIGURE_MODELS; m++) {
        const struct figure_model *of = &figure_models[m];
        if (!alone_of(evidence, of->model, slice ? slice : of->small, large ? of->large_batch : of->batch,
                      &alone[m], judgement))
            return false;
    }
    return true;
}

void judge_ic3(const struct evidence *evidence, struct judgement *judgement)
{
    struct alone alone[FIGURE_MODELS];
    double once[FIGURE_MODELS], ever[FIGURE_MODELS];
    int low = 0;
    if (!read_alone(evidence, "7g", true, alone, judgement))
        return;
    for (int m = 0; m < FIGURE_MODELS; m++) {
        once[m] = once_k(alone[m]);
        ever[m] = idle_c() + rise_k(alone[m].watts);
        low += once[m] <= 2;
        judgement_say(judgement, "%s%s %.1f W, once +%.2f K, without end %.1f C", m > 0 ? "; " : "",
                      figure_models[m].name, alone[m].watts, once[m], ever[m]);
    }
    double hotter_k = once[DIFFUSION] - once[YOLO], less = alone[DIFFUSION].watts / alone[YOLO].watts;
    bool single =
        judgement_part(judgement, low >= 4 && cool_near(idle_c() + once[YOLO], 34, 1), "one inference");
    bool yolo = judgement_part(judgement, cool_near(ever[YOLO], 47.5, 1.5), "YOLOv8x without end");
    bool diffusion = judgement_part(judgement, cool_near(hotter_k, 8, 1) && less > .8 && less < 1,
                                    "diffusion and YOLOv8x");
    bool gemma = judgement_part(judgement,
                                once[GEMMA] > once[RESNET] && once[GEMMA] > once[BERT] &&
                                    cool_near(ever[RESNET] - ever[GEMMA], 4, 1) &&
                                    cool_near(ever[BERT] - ever[GEMMA], 5, 1),
                                "Gemma-2b");
    say_full(evidence, "7g", judgement);
    cool_decide(judgement, single && yolo && diffusion && gemma);
    if (!yolo || !diffusion || !gemma)
        judgement_explain(
            judgement,
            "By the one law of power, Table 1's BERT-large's, all models but diffusion draw the same on 7g at one batch, and so end alike.");
}

/* ---- IC-4 ---- */

void judge_ic4(const struct evidence *evidence, struct judgement *judgement)
{
    struct alone alone;
    if (!alone_of(evidence, "yolov8x", "7g", 8, &alone, judgement))
        return;
    struct heat_cycle cycle = heat_cycle_of(rise_k(alone.watts), 2, 4, COOL_ALPHA_PER_S);
    double ratio = cycle.peak_k / cycle.mean_k;
    judgement_say(judgement, "YOLOv8x (%.1f W): %.2f K in bursts, %.2f K evenly spread, a ratio of %.3f",
                  alone.watts, cycle.peak_k, cycle.mean_k, ratio);
    cool_decide(judgement, ratio >= 1.6 && ratio <= 2.2);
    judgement_explain(
        judgement,
        "The rises themselves are lower: a third of the time at work cannot give the paper's from its own figure of YOLOv8x without end (IC-X5).");
}

/* ---- IC-5, IC-6 ---- */

void judge_ic5(const struct evidence *evidence, struct judgement *judgement)
{
    struct alone small[FIGURE_MODELS], whole[FIGURE_MODELS];
    bool alike = true;
    if (!read_alone(evidence, NULL, false, small, judgement) ||
        !read_alone(evidence, "7g", false, whole, judgement))
        return;
    for (int m = 0; m < FIGURE_MODELS; m++) {
        double from_k = rise_k(small[m].watts), to_k = rise_k(whole[m].watts);
        alike = alike && (m == YOLO || m == DIFFUSION || fabs(to_k - from_k) <= 2);
        judgement_say(judgement, "%s%s from %.1f to %.1f K", m > 0 ? "; " : "", figure_models[m].name, from_k,
                      to_k);
    }
    bool yolo = judgement_part(
        judgement, cool_near(rise_k(small[YOLO].watts), 4, 1) && cool_near(rise_k(whole[YOLO].watts), 7, 1),
        "YOLOv8x");
    bool diffusion = judgement_part(judgement,
                                    cool_near(rise_k(small[DIFFUSION].watts), 4, 1) &&
                                        cool_near(rise_k(whole[DIFFUSION].watts), 15, 1),
                                    "diffusion");
    say_full(evidence, "1g", judgement);
    say_full(evidence, "7g", judgement);
    cool_decide(judgement, judgement_part(judgement, alike, "the other four") && yolo && diffusion);
    judgement_explain(judgement, "By the one law of power each draws as much more on 7g as YOLOv8x.");
}

/* The largest batch on 7g that takes about as long as one request on a slice; 0: none does; -1: no profile
 * says. */
static int fitting_batch(const struct evidence *evidence, const struct figure_model *of, double ms,
                         struct judgement *judgement)
{
    int fits = 0;
    for (int batch = 1; batch <= of->large_batch; batch++) {
        struct alone alone;
        if (!alone_of(evidence, of->model, "7g", batch, &alone, judgement))
            return -1;
        fits = alone.ms <= 1.05 * ms ? batch : fits;
    }
    return fits;
}

/* The same requests both ways, as many as the slower way can serve: that one is never idle, the other gets
 * them evenly spread. */
struct batching {
    int batch;
    double slices_k, whole_k;
};

/* NAN in slices_k: there is no such batch; false: no profile says. */
static bool batching_of(const struct evidence *evidence, const struct figure_model *of,
                        struct batching *batching, struct judgement *judgement)
{
    struct alone one, whole;
    *batching = (struct batching){.slices_k = (double)NAN};
    if (!alone_of(evidence, of->model, of->small, 1, &one, judgement))
        return false;
    batching->batch = fitting_batch(evidence, of, one.ms, judgement);
    if (batching->batch < 1)
        return batching->batch == 0;
    if (!alone_of(evidence, of->model, "7g", batching->batch, &whole, judgement))
        return false;
    double slices_per_ms = of->small_n / one.ms, whole_per_ms = batching->batch / whole.ms;
    double share = whole_per_ms < slices_per_ms ? whole_per_ms / slices_per_ms : 1;
    double rest_ms = batching->batch / (share * slices_per_ms) - whole.ms;
    const char *cut = of->small_n == 7 ? "7x1g" : "1x1g+3x2g";
    batching->slices_k = share * rise_k(together_w(cut, one.watts, of->small_n));
    batching->whole_k =
        heat_cycle_of(rise_k(whole.watts), whole.ms / 1000, fmax(rest_ms, 0) / 1000, COOL_ALPHA_PER_S).peak_k;
    return true;
}

void judge_ic6(const struct evidence *evidence, struct judgement *judgement)
{
    double mean_k = 0, most_k = -INFINITY;
    bool cooler = true;
    for (int m = 0; m < FIGURE_MODELS; m++) {
        struct batching batching;
        if (!batching_of(evidence, &figure_models[m], &batching, judgement))
            return;
        double gained_k = batching.slices_k - batching.whole_k;
        judgement_say(judgement, "%s%s %.1f K in slices, %.1f K in batches of %d", m > 0 ? "; " : "",
                      figure_models[m].name, batching.slices_k, batching.whole_k, batching.batch);
        cooler = cooler && gained_k > 0;
        mean_k += gained_k / FIGURE_MODELS;
        most_k = fmax(most_k, gained_k);
    }
    judgement_say(judgement, "; in the mean %.1f K, at most %.1f K cooler", mean_k, most_k);
    bool every = judgement_part(judgement, cooler, "every model");
    bool mean = judgement_part(judgement, cool_about(mean_k, 3, 1 / 3.), "mean");
    bool most = judgement_part(judgement, cool_about(most_k, 8, 1 / 3.), "at most");
    cool_decide(judgement, every && mean && most);
}

/* ---- IC-10, IC-11 ---- */

bool compute_ic_10(const struct experiment_inputs *inputs, double values[NUMBERS_MAX], struct error *error)
{
    (void)inputs;
    (void)error;
    values[0] = 200;
    for (int k = 0; k < power_n_statics && k + 1 < NUMBERS_MAX; k++)
        values[k + 1] = power_static_w(&power_statics[k], 200);
    return true;
}

void judge_ic11(const struct evidence *evidence, struct judgement *judgement)
{
    struct alone one;
    if (!alone_of(evidence, "bert-large", "1g", 1, &one, judgement))
        return;
    double measured_w = COOL_IDLE_W + 7 * .373 / .01498;
    double compensated_w = together_w("7x1g", one.watts, 7), constant_w = 7 * one.watts - 6 * COOL_IDLE_W;
    judgement->verdict = VERDICT_UNTESTABLE;
    judgement_say(
        judgement,
        "on the one GPU of which the power is published, seven 1g of Table 1: compensated off by %.2f %%, constant by %.2f %%",
        100 * fabs(compensated_w / measured_w - 1), 100 * fabs(constant_w / measured_w - 1));
    judgement_explain(judgement, "The samples were not published, so the means cannot be formed.");
}
