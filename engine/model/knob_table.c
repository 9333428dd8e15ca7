/* The table of knobs, filled from knobs.def. */
#include "engine/model/knob_kind.h"

#include <math.h>

const char *const knob_scope_names[SCOPE_COUNT] = {"run", "layer", "pool", "gpu", "app", "pod"};
const char *const knob_type_names[] = {[TYPE_NUMBER] = "number", [TYPE_NAME] = "name", [TYPE_TIME] = "time"};
const char *const knob_role_names[KNOB_ROLES] = {"", "choice", "world", "doubt"};

enum {
    RUN = 1 << SCOPE_RUN,
    LAYER = 1 << SCOPE_LAYER,
    POOL = 1 << SCOPE_POOL,
    GPU = 1 << SCOPE_GPU,
    APP = 1 << SCOPE_APP,
    POD = 1 << SCOPE_POD
};

#define NUMBER(of_kind, of_unit, least, most, slider_least, slider_most, one_step, at_first)                 \
    .type = TYPE_NUMBER, .kind = &knob_##of_kind, .unit = (of_unit), .min = (least), .max = (most),          \
    .slider_min = (slider_least), .slider_max = (slider_most), .step = (one_step), .initial = (at_first)
#define NAME(of_kind) .type = TYPE_NAME, .kind = &knob_##of_kind, .unit = "", .initial = NAN
#define TIME .type = TYPE_TIME, .kind = &knob_time, .unit = "", .initial = NAN
#define WORDS(...)                                                                                           \
    .type = TYPE_NAME, .kind = &knob_choice, .unit = "", .words = (const char *const[])                      \
    {                                                                                                        \
        __VA_ARGS__, NULL                                                                                    \
    }
#define AT(scope, holder, member) .at[SCOPE_##scope] = offsetof(struct holder, member)
#define BY(scheme) (UINT64_C(1) << POLICY_##scheme)

#define KNOB_ROW(id, ...) {__VA_ARGS__},
const struct knob_info knob_infos[KNOB_COUNT] = {
#include "engine/model/knobs.def"
};
#undef KNOB_ROW
