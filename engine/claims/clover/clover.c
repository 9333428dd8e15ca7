/* Clover as a table: every claim of its evaluation (CL-1 .. CL-19) and every checkable number of the spec
 * (CL-N1 .. CL-N26), the sweeps that tell how far a claim carries, and the paper itself. Where a claim does
 * not come out, its judge says why. */
#include "engine/claims/clover/clover.h"

#define CLAIM(number, ...) {.id = "CL-" #number, .judge = judge_cl##number, __VA_ARGS__},
#define ARITHMETIC(number, ...) {.id = "CL-" #number, .numbers = compute_cl_##number, __VA_ARGS__},
#define NUMBER(number, ...) {.id = "CL-N" #number, .numbers = compute_cl_n##number, __VA_ARGS__},

static const struct expectation expectations[] = {
#include "engine/claims/clover/clover.def"
};

/* One setting is changed from the presets at a time. Loads are over BASE's 0.85 of the presets: the
 * artifact's 0.22 on images, 0.75 and 0.9 (CL-X14, CL-X15). Beyond the first of them only the five schemes
 * are run, of images, with other seeds of detection, too. */
static const struct sweep sweeps[] = {
    {.knob = "load", .phrase = "at load", .shape = SWEEP_VARIANTS, .n = 1, .values = {"0.26144"}},
    {.knob = "load",
     .phrase = "images at load",
     .shape = SWEEP_VARIANTS,
     .uses = clover_is_of_images,
     .n = 2,
     .values = {"0.882353", "1.058824"}},
    {.knob = "seed",
     .phrase = "other seeds (images, detection)",
     .shape = SWEEP_SHARE,
     .uses = clover_is_of_two,
     .n = 4,
     .values = {"2", "3", "4", "5"}},
    {.knob = "profile_scale",
     .phrase = "images at profile_scale",
     .shape = SWEEP_RANGES,
     .every_app = true,
     .uses = clover_is_of_images,
     .n = 4,
     .values = {"0.75", "0.9", "1.1", "1.35"}},
    {.knob = "clover.c_base_ci",
     .phrase = "images with C_base at",
     .shape = SWEEP_RANGES,
     .uses = clover_is_of_images,
     .n = 3,
     .values = {"150", "350", "500"}},
    {.knob = "clover.window_s",
     .phrase = "images with windows of s",
     .shape = SWEEP_RANGES,
     .uses = clover_is_of_images,
     .n = 3,
     .values = {"5", "10", "40"}},
};

const struct paper paper_clover = {
    .prefix = "CL",
    .number = 2,
    .title = "Clover",
    .scenarios = clover_scenarios,
    .fixes = {"policy.configure", "gpus"},
    .expectations = expectations,
    .n_expectations = sizeof expectations / sizeof *expectations,
    .sweeps = sweeps,
    .n_sweeps = sizeof sweeps / sizeof *sweeps,
    .n_trials = CLOVER_TRIALS,
    .trial = clover_trial,
    .shows = clover_shows,
    .outcome_size = sizeof(struct clover_outcome),
    .measure = clover_measure,
};
