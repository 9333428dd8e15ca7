/* Builds fallacy.csv and, by other rules of power, two more tables: the four models of The Utilization
 * Fallacy on an A100 40GB PCIe, whole and in slices, batch 1. Nobody published them there; what is known are
 * one row of ML.ENERGY on the SXM card, times of Whisper and of models of GPT-J's size, and ParvaGPU's slices
 * of other models. Three laws lead from these to the rows (METHOD.md, "Sharing"): a request takes as long as
 * its launches or its arithmetic, whichever is longer; only arithmetic slows down on a slice; and what it
 * takes in energy above the card's floor is the same on every slice. Nothing is taken from the paper's
 * results; of the paper are its two floors of power and one ratio of latencies. */
#ifndef WATTIF_DATASETS_BUILD_FALLACY_H
#define WATTIF_DATASETS_BUILD_FALLACY_H

#include <stdlib.h>

#include "datasets/profiles/build_tools.h"

enum fallacy_input { FALLACY_FACTS, FALLACY_LLM, FALLACY_PARVA, FALLACY_TIMM, FALLACY_INPUTS };

static const char *const fallacy_input_names[FALLACY_INPUTS] = {
    [FALLACY_FACTS] = "fallacy_facts.csv",
    [FALLACY_LLM] = "mlenergy_a100_7b_batch1.csv",
    [FALLACY_PARVA] = "parvagpu_a100_80gb_mig.csv",
    [FALLACY_TIMM] = "timm_inference_rtx3090_4090.csv",
};

enum { FALLACY_PLACES = 6, FALLACY_LLM_MAX = 64 };
static const char *const fallacy_slices[FALLACY_PLACES] = {"whole", "7g", "4g", "3g", "2g", "1g"};

/* A model on the whole card, were it not for the board's limit: a request's time is the longer of its
 * launches and its arithmetic, and on average it draws `top_w` above the floor. `slower[k]` is how much
 * longer arithmetic takes on a slice. */
struct fallacy_model {
    const char *name, *source;
    double launch_ms, arithmetic_ms, top_w, memory_gb;
    double slower[FALLACY_PLACES];
};

/* What the rows share: the card's floor, its limit, and how much slower it is for each watt that it would
 * draw above the limit. */
struct fallacy_card {
    double floor_w, limit_w, slower_per_w;
};

static inline bool fallacy_fact(const struct csv_table tables[FALLACY_INPUTS], const char *quantity,
                                double *value, struct error *error)
{
    size_t row;
    return row_of(&tables[FALLACY_FACTS], "quantity", quantity, &row, error) &&
           csv_number(&tables[FALLACY_FACTS], row, "value", value, error);
}

/* Several of them, into numbers in the same order. */
static inline bool fallacy_facts(const struct csv_table tables[FALLACY_INPUTS], const char *const *quantities,
                                 size_t n, double *values, struct error *error)
{
    for (size_t k = 0; k < n; k++)
        if (!fallacy_fact(tables, quantities[k], &values[k], error))
            return false;
    return true;
}

/* How much slower ParvaGPU's model is on each slice than on 7g; a slice that is no slower is as fast. */
static inline bool fallacy_slower(const struct csv_table *parva, const char *model, const char *batch,
                                  double slower[FALLACY_PLACES], struct error *error)
{
    double whole_ms = 0;
    for (size_t k = 0; k < FALLACY_PLACES; k++) {
        size_t row;
        double ms;
        const char *slice = k == 0 ? "7g" : fallacy_slices[k];
        if (!parva_row(parva, model, slice, batch, &row, error) ||
            !csv_number(parva, row, "latency_ms_from_throughput", &ms, error))
            return false;
        whole_ms = k == 0 ? ms : whole_ms;
        slower[k] = ms > whole_ms ? ms / whole_ms : 1;
    }
    return true;
}

static inline int fallacy_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double fallacy_median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, fallacy_compare);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* Decoding text at batch 1 by models of seven billion parameters: tokens a second, and mean power. */
static inline bool fallacy_decoding(const struct csv_table *llm, double *tokens_per_s, double *power_w,
                                    struct error *error)
{
    double rates[FALLACY_LLM_MAX], powers[FALLACY_LLM_MAX], seconds, joules;
    if (llm->rows == 0 || llm->rows > FALLACY_LLM_MAX)
        return error_set(error, ERROR_INPUT, llm->name, "it has %zu rows; 1 to 64 are expected", llm->rows);
    for (size_t row = 0; row < llm->rows; row++) {
        if (!csv_number(llm, row, "throughput_tokens_per_s", &rates[row], error) ||
            !csv_number(llm, row, "latency_s", &seconds, error) ||
            !csv_number(llm, row, "gpu_energy_j_per_response", &joules, error))
            return false;
        powers[row] = joules / seconds;
    }
    *tokens_per_s = fallacy_median(rates, llm->rows);
    *power_w = fallacy_median(powers, llm->rows);
    return true;
}

/* An image of 1024 px fills the card, so its slices are those of a full card: of VGG-19, ParvaGPU's largest
 * model of images, at the greatest batch that all slices have. Of 256 px it has a sixteenth of the work, and
 * waits for its launches. */
static inline bool fallacy_sdxl(const struct csv_table tables[FALLACY_INPUTS], struct fallacy_model models[2],
                                struct fallacy_card *card, struct error *error)
{
    static const char *const names[] = {
        "sdxl_ms",     "sdxl_j",   "sxm_per_s",  "pcie_per_s", "sdxl_resolution_speedup",
        "sdxl_params", "static_w", "aux_idle_w", "board_w"};
    double fact[sizeof names / sizeof *names], slower[FALLACY_PLACES];
    if (!fallacy_facts(tables, names, sizeof names / sizeof *names, fact, error) ||
        !fallacy_slower(&tables[FALLACY_PARVA], "vgg19", "32", slower, error))
        return false;
    double watts = fact[1] / fact[0] * 1000, pcie_ms = fact[0] * fact[2] / fact[3];
    *card = (struct fallacy_card){.floor_w = fact[6] + fact[7],
                                  .limit_w = fact[8],
                                  .slower_per_w = (fact[2] / fact[3] - 1) / (watts - fact[8])};
    double launch_ms = pcie_ms / fact[4], top_j = (watts - card->floor_w) * fact[0];
    for (int k = 0; k < 2; k++) {
        double arithmetic_ms = k == 0 ? fact[0] : fact[0] / 16;
        double time_ms = arithmetic_ms > launch_ms ? arithmetic_ms : launch_ms;
        models[k] = (struct fallacy_model){
            .name = k == 0 ? "sdxl" : "sdxl-256",
            .source = k == 0
                          ? "ML.ENERGY: A100-SXM4-40GB 2858.263 ms and 386 W; MLPerf 3d-unet SXM/PCIe at the "
                            "limit; slices: VGG-19 at batch 32"
                          : "sdxl with a sixteenth of the arithmetic; launches: 1024 px over 5.2 (The "
                            "Utilization Fallacy Q3)",
            .launch_ms = launch_ms,
            .arithmetic_ms = arithmetic_ms,
            .top_w = top_j * (arithmetic_ms / fact[0]) / time_ms,
            .memory_gb = 0.6 + 2 * fact[5] + (k == 0 ? 0.54 : 0.034)};
        memcpy(models[k].slower, slower, sizeof slower);
    }
    return true;
}

/* Decoding at batch 1 waits for its launches, in proportion to the layers, on the whole card as on slices:
 * ParvaGPU's BERT at batch 1. */
static inline bool fallacy_text(const struct csv_table tables[FALLACY_INPUTS], struct fallacy_model models[2],
                                double floor_w, struct error *error)
{
    static const char *const names[] = {"gptj_tokens", "gptj_layers",   "llama_layers",  "gptj_params",
                                        "whisper_s",   "whisper_clips", "whisper_params"};
    double fact[sizeof names / sizeof *names], slower[FALLACY_PLACES], tokens_per_s = 0, power_w = 0;
    if (!fallacy_facts(tables, names, sizeof names / sizeof *names, fact, error) ||
        !fallacy_slower(&tables[FALLACY_PARVA], "bert", "1", slower, error) ||
        !fallacy_decoding(&tables[FALLACY_LLM], &tokens_per_s, &power_w, error))
        return false;
    models[0] = (struct fallacy_model){
        .name = "gpt-j-6b",
        .source =
            "128 tokens at the median rate and power of ML.ENERGY's 7B models at batch 1; launches x 28/32 "
            "layers; slices: BERT at batch 1",
        .launch_ms = fact[0] / tokens_per_s * 1000 * fact[1] / fact[2],
        .memory_gb = 0.6 + 2 * fact[3]};
    models[1] = (struct fallacy_model){
        .name = "whisper-large-v3",
        .source = "30 s of audio by Transformers fp32 (insanely-fast-whisper: 1861 s for 150 min); power as "
                  "ML.ENERGY's 7B models at batch 1; slices: BERT at batch 1",
        .launch_ms = fact[4] / fact[5] * 1000,
        .memory_gb = 0.6 + 4 * fact[6]};
    for (int k = 0; k < 2; k++) {
        models[k].arithmetic_ms = models[k].launch_ms;
        models[k].top_w = power_w - floor_w;
        memcpy(models[k].slower, slower, sizeof slower);
    }
    return true;
}

/* ParvaGPU's own rows. Power above the floor is that of an image in rule 2's law of the A100, P_max - P_idle
 * = 195 W and b_half 18.05 for Inception-V3: what an image takes above idle is the energy of its arithmetic.
 */
static inline bool fallacy_mobilenet(const struct csv_table tables[FALLACY_INPUTS],
                                     struct fallacy_model *model, struct error *error)
{
    double slower[FALLACY_PLACES], own_ms, inception_ms, ms, depth = 105.0 / 189;
    size_t row;
    if (!fallacy_slower(&tables[FALLACY_PARVA], "mobilenetv2", "1", slower, error) ||
        !parva_row(&tables[FALLACY_PARVA], "mobilenetv2", "7g", "1", &row, error) ||
        !csv_number(&tables[FALLACY_PARVA], row, "latency_ms_from_throughput", &ms, error) ||
        !timm_image_ms(&tables[FALLACY_TIMM], "mobilenetv2_100", "224", &own_ms, error) ||
        !timm_image_ms(&tables[FALLACY_TIMM], "inception_v3", "299", &inception_ms, error))
        return false;
    *model = (struct fallacy_model){
        .name = "mobilenetv2-mig",
        .source =
            "ParvaGPU A100 80GB mobilenetv2 at batch 1; power: rule 2's law of the A100 with depth 105/189 "
            "and timm's ratio",
        .launch_ms = ms,
        .arithmetic_ms = ms,
        .top_w = 195 / (1 + 18.05 * depth / (own_ms / inception_ms)),
        .memory_gb = 0.6 + 4 * 0.0035 + 0.0005};
    memcpy(model->slower, slower, sizeof slower);
    return true;
}

/* The clock that a card takes to draw no more than it may: the highest of its steps at which the dynamic
 * power is this part of that at 1410 MHz or less (engine/model/clock_law.h, its parameters as they are
 * preset). */
static inline int fallacy_clock_mhz(double part)
{
    int mhz = 1410;
    for (; mhz > 870; mhz -= 15) {
        double voltage = 0.6 + 0.4 * (mhz - 870) / (1410 - 870);
        if (mhz / 1410.0 * voltage * voltage <= part)
            break;
    }
    return mhz;
}

/* What a slice draws above the floor: the energy of a request is the same on every slice (InferCool Table 1:
 * .426 J on 1g, .414 on 7g); or (set sevenths) 5 % of what the whole card draws on any slice and 95 % in
 * proportion to its sevenths; or (set half-draw) half of the first, which no measurement says: by it one sees
 * what hangs on how much is drawn. */
enum fallacy_rule { FALLACY_ALIKE, FALLACY_SEVENTHS, FALLACY_HALF, FALLACY_RULES };
static const char *const fallacy_files[FALLACY_RULES] = {"fallacy.csv", "fallacy-sevenths.csv",
                                                         "fallacy-half-draw.csv"};
static const char *const fallacy_notes[FALLACY_RULES] = {
    "", "; power of slices: 5 % of the whole card's and 95 % by sevenths",
    "; half the power above the floor"};

/* What would draw more than the board may is slowed down, in proportion to what is too much; the row then
 * names the clock that it holds at, so that nobody slows it down once more. By the other rules times are the
 * same. */
static inline void fallacy_write(FILE *out, const struct fallacy_model *model,
                                 const struct fallacy_card *card, enum fallacy_rule rule)
{
    static const int sevenths[FALLACY_PLACES] = {7, 7, 4, 3, 2, 1};
    double whole_ms = model->arithmetic_ms > model->launch_ms ? model->arithmetic_ms : model->launch_ms;
    double room_w = card->limit_w - card->floor_w, top_w = model->top_w < room_w ? model->top_w : room_w;
    for (int k = 0; k < FALLACY_PLACES; k++) {
        double arithmetic_ms = model->arithmetic_ms * model->slower[k];
        double ms = arithmetic_ms > model->launch_ms ? arithmetic_ms : model->launch_ms;
        double above_w = model->top_w * whole_ms / ms, beyond_w = above_w > room_w ? above_w - room_w : 0;
        double row_w = rule == FALLACY_SEVENTHS ? top_w * (0.05 + 0.95 * sevenths[k] / 7)
                                                : (above_w - beyond_w) * (rule == FALLACY_HALF ? 0.5 : 1);
        fprintf(out, "A100-40GB,%s,%s,base,1,", fallacy_slices[k], model->name);
        if (beyond_w > 0 && row_w >= room_w)
            fprintf(out, "%d", fallacy_clock_mhz(room_w / above_w));
        fputc(',', out);
        print_number(out, ms * (1 + beyond_w * card->slower_per_w));
        fputc(',', out);
        print_number(out, card->floor_w + row_w);
        fputs(",,", out);
        print_number(out, model->memory_gb);
        fprintf(out, ",modelled,%s%s\n", model->source, fallacy_notes[rule]);
    }
}

static inline bool fallacy_make(const struct csv_table tables[FALLACY_INPUTS], const char *folder,
                                struct error *error)
{
    char path[1024];
    struct fallacy_model models[5];
    struct fallacy_card card;
    if (!fallacy_sdxl(tables, models, &card, error) ||
        !fallacy_text(tables, models + 2, card.floor_w, error) ||
        !fallacy_mobilenet(tables, &models[4], error))
        return false;
    for (int rule = 0; rule < FALLACY_RULES; rule++) {
        FILE *out = output_open(folder, fallacy_files[rule], path, sizeof path, error);
        if (out == NULL)
            return false;
        fputs("gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,provenance,"
              "source\n",
              out);
        for (size_t k = 0; k < sizeof models / sizeof *models; k++)
            fallacy_write(out, &models[k], &card, (enum fallacy_rule)rule);
        if (!output_close(out, path, error))
            return false;
    }
    return true;
}

static inline bool fallacy_build(const char *input, const char *output, struct error *error)
{
    struct csv_table tables[FALLACY_INPUTS] = {0};
    bool done = tables_read(tables, fallacy_input_names, FALLACY_INPUTS, input, error) &&
                fallacy_make(tables, output, error);
    for (int i = 0; i < FALLACY_INPUTS; i++)
        csv_table_free(&tables[i]);
    return done;
}

#endif
