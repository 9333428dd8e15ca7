/* The Utilization Fallacy as a table: the claims (UF-1 .. UF-15), its trials, and what is kept of each. The
 * checkable numbers of the spec are tests of their own (tests/unit/physics/test_breakeven.c). */
#include "engine/claims/fallacy/fallacy.h"

#include "engine/answers/metric.h"

#define CLAIM(number, ...) {.id = "UF-" #number, .judge = judge_uf##number, __VA_ARGS__},
#define ARITHMETIC(number, ...) {.id = "UF-" #number, .numbers = compute_uf_##number, __VA_ARGS__},

/* What several claims name. */
#define LIMIT_SLOWS                                                                                          \
    "The card's power limit lowers the clock of the shared GPU, which draws less and takes longer."
#define SETS_DRAW_MORE                                                                                       \
    "The sets draw more here than the paper's, so that what a held card embodies moves the best clock "      \
    "less away from the knee of the voltage."
#define VOLTAGE_FALLS                                                                                        \
    "Under its limit the card lowers its voltage with the clock; were it to stay, each request would "       \
    "take as much energy as before and longer."
#define SIGN_IS_A_CHOICE                                                                                     \
    "Its sign is one of two choices: here the energy of a request is the same on every slice, and "          \
    "under a power limit the voltage falls with the clock. In the set sevenths a slice draws by its "        \
    "sevenths, and sharing saves at every load and on every grid."

static const struct expectation expectations[] = {
#include "engine/claims/fallacy/fallacy.def"
};

/* ---- trials ---- */

const char *const uf_scenarios[UF_SETS + 1] = {"fallacy-sdxl-whisper", "fallacy-gpt-whisper",
                                               "fallacy-gpt-whisper-mnet", "fallacy-sdxl256-whisper-mnet",
                                               NULL};
static const char *const fleets[UF_WAYS] = {"fleet=shared", "fleet=dedicated"};
static const char *const loads[UF_LOADS] = {"load=0.1", "load=0.2", "load=0.3", "load=0.4", "load=0.5",
                                            "load=0.6", "load=0.7", "load=0.8", "load=0.9", "load=1"};

/* 1.1, 5.5, 11, 22, 33, 41, 82, 205, 490 and 820 g/kWh. */
static const struct source {
    const char *trace, *scale, *name;
} sources[UF_SOURCES] = {{"trace=act-wind", "ci_scale=0.1", NULL}, {"trace=act-wind", "ci_scale=0.5", NULL},
                         {"trace=act-wind", "ci_scale=1", "wind"}, {"trace=act-wind", "ci_scale=2", NULL},
                         {"trace=act-wind", "ci_scale=3", NULL},   {"trace=act-solar", "ci_scale=1", "solar"},
                         {"trace=act-solar", "ci_scale=2", NULL},  {"trace=act-solar", "ci_scale=5", NULL},
                         {"trace=act-gas", "ci_scale=1", "gas"},   {"trace=act-coal", "ci_scale=1", "coal"}};

const char *const uf_source_names[UF_SOURCES] = {NULL,    NULL, "wind", NULL,  NULL,
                                                 "solar", NULL, NULL,   "gas", "coal"};

static const char closed_loop[] = "arrivals=closed-loop", open_loop[] = "arrivals=exponential";
static const char once[] = "embodied_multiplier=1", four_times[] = "embodied_multiplier=4";

static const char *const clocks[UF_CLOCKS] = {
    "clock_mhz.gpu0=600",  "clock_mhz.gpu0=630",  "clock_mhz.gpu0=660",  "clock_mhz.gpu0=690",
    "clock_mhz.gpu0=720",  "clock_mhz.gpu0=750",  "clock_mhz.gpu0=780",  "clock_mhz.gpu0=810",
    "clock_mhz.gpu0=840",  "clock_mhz.gpu0=870",  "clock_mhz.gpu0=900",  "clock_mhz.gpu0=930",
    "clock_mhz.gpu0=960",  "clock_mhz.gpu0=990",  "clock_mhz.gpu0=1020", "clock_mhz.gpu0=1050",
    "clock_mhz.gpu0=1080", "clock_mhz.gpu0=1110", "clock_mhz.gpu0=1140", "clock_mhz.gpu0=1170",
    "clock_mhz.gpu0=1200", "clock_mhz.gpu0=1230", "clock_mhz.gpu0=1260", "clock_mhz.gpu0=1290",
    "clock_mhz.gpu0=1320", "clock_mhz.gpu0=1350", "clock_mhz.gpu0=1380", "clock_mhz.gpu0=1410"};

struct trial uf_trial(int index)
{
    const char *fleet = fleets[index % UF_WAYS];
    if (index >= UF_TRIAL_CLOCK)
        return (struct trial){.scenario = uf_scenarios[1 + (index - UF_TRIAL_CLOCK) / UF_CLOCKS],
                              .settings = {fleets[UF_SHARED], closed_loop, four_times,
                                           clocks[(index - UF_TRIAL_CLOCK) % UF_CLOCKS]}};
    if (index >= UF_TRIAL_SOURCE) {
        const struct source *source = &sources[(index - UF_TRIAL_SOURCE) / UF_WAYS];
        return (struct trial){.scenario = uf_scenarios[UF_SDXL_WHISPER],
                              .settings = {fleet, closed_loop, four_times, source->trace, source->scale}};
    }
    if (index >= UF_TRIAL_LOAD)
        return (struct trial){.scenario = uf_scenarios[UF_SDXL_WHISPER],
                              .settings = {fleet, open_loop, once, loads[(index - UF_TRIAL_LOAD) / UF_WAYS]}};
    return (struct trial){.scenario = uf_scenarios[(index - UF_TRIAL_SET) / UF_WAYS],
                          .settings = {fleet, closed_loop, once}};
}

/* What a sign hangs on: the rule of slice power, beside the preset's (one energy of a request on every
 * slice). And what the turns of causes set. */
static const struct sweep sweeps[] = {
    {.knob = "profiles", .phrase = "with profiles", .shape = SWEEP_VARIANTS, .n = 1, .values = {"sevenths"}},
    {.knob = "profiles", .phrase = "with profiles", .shape = SWEEP_TURNS, .n = 1, .values = {"half-draw"}},
    {.knob = "cap_w", .phrase = "with cap_w", .shape = SWEEP_TURNS, .n = 1, .values = {"100000"}},
    {.knob = "seed", .phrase = "other seeds", .shape = SWEEP_SHARE, .n = 4, .values = {"2", "3", "4", "5"}},
    {.knob = "clock_v_min", .phrase = "with clock_v_min", .shape = SWEEP_TURNS, .n = 1, .values = {"1"}},
};

int uf_shows(const struct expectation *expectation, const char *part)
{
    (void)part;
    return expectation->shown;
}

/* ---- what is kept ---- */

/* Of all GPUs together, for as long as each was held. */
static double busy_share(const struct summary *summary)
{
    double busy_s = 0, held_s = 0;
    for (int g = 0; g < summary->n_gpus; g++) {
        busy_s += summary->gpus[g].busy_s;
        held_s += summary->gpus[g].held_s;
    }
    return held_s > 0 ? busy_s / held_s : 0;
}

void uf_measure(const struct model *model, const struct recording *recording, void *to)
{
    struct uf_outcome *outcome = to;
    const struct summary *summary = &recording->summary;
    outcome->footprint = (struct footprint){summary->energy_total_j, summary->carbon_g[LEDGER_EMBODIED]};
    outcome->multiplier = model->scenario.number[KNOB_EMBODIED];
    outcome->total_g = summary->carbon_total_g;
    outcome->operational_g = summary->carbon_total_g - summary->carbon_g[LEDGER_EMBODIED];
    outcome->intensity = outcome->operational_g / summary->energy_total_j * JOULES_PER_KWH;
    outcome->horizon_s = summary->horizon_s;
    outcome->mean_w = summary->energy_total_j / summary->horizon_s;
    outcome->busy_share = busy_share(summary);
    outcome->slo_met = summary_all_met(summary);
    for (int g = 0; g < summary->n_gpus; g++)
        outcome->naive_j += summary->gpus[g].naive_j;
    outcome->n_apps = summary->n_apps < UF_APPS ? summary->n_apps : UF_APPS;
    for (int a = 0; a < outcome->n_apps; a++)
        outcome->mean_ms[a] = summary->apps[a].mean_ms;
}

const struct paper paper_fallacy = {
    .prefix = "UF",
    .title = "The Utilization Fallacy",
    .scenarios = uf_scenarios,
    .fixes = {"fleet", "arrivals"},
    .expectations = expectations,
    .n_expectations = sizeof expectations / sizeof *expectations,
    .sweeps = sweeps,
    .n_sweeps = sizeof sweeps / sizeof *sweeps,
    .n_trials = UF_TRIALS,
    .trial = uf_trial,
    .shows = uf_shows,
    .outcome_size = sizeof(struct uf_outcome),
    .measure = uf_measure,
};
