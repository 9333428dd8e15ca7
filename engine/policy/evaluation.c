/* The reasons of evaluations in words, as the inspector and the JSON say them. */
#include "engine/policy/evaluation.h"

const char *const evaluation_reason_names[EVALUATION_REASONS] = {
    [TRIGGER_START] = "start",
    [TRIGGER_INTENSITY] = "intensity",
    [TRIGGER_KNOB] = "knob",
    [TRIGGER_LATE] = "late",
    [TRIGGER_ACCURACY] = "accuracy",
    [TRY_BETTER] = "better",
    [TRY_LUCK] = "luck",
    [TRY_REJECTED] = "rejected",
    [TRY_SAMPLED] = "sampled",
    [TRY_CENTRE] = "centre",
    [KEPT_BEST] = "best",
    [KEPT_LEAST_LATE] = "least late",
    [KEPT_ONLY] = "only",
    [KEPT_CUT_OFF] = "cut off",
};
