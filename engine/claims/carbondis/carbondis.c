/* CarbonDIS as a table: every claim of its evaluation (CD-1 .. CD-22) and every checkable number of the spec
 * (CD-N1 .. CD-N24), the sweeps that tell how far a claim carries, and the paper itself. Where a claim does
 * not come out, its judge says why; tests/paper holds the verdicts of the presets. */
#include "engine/claims/carbondis/carbondis.h"

#define CLAIM(number, ...) {.id = "CD-" #number, .judge = judge_cd##number, __VA_ARGS__},
#define NUMBER(number, ...) {.id = "CD-N" #number, .numbers = compute_cd_n##number, __VA_ARGS__},

/* What several claims name. */
#define LOW_FASTER                                                                                           \
    "The low-end GPUs of these profiles are faster than the authors' own at all but the published model."
#define LOW_DEARER "The low-end GPUs cost more here than the authors' did."
#define CIT_UNSTATED "The paper does not state CIT (CD-X8)."
#define START_UNSTATED "Nor does it state the start of the runs (CD-X14)."

static const struct expectation expectations[] = {
#include "engine/claims/carbondis/carbondis.def"
};

/* One setting is changed from the presets at a time. Starts are 31 h apart, so that every hour of the day
 * occurs. */
static const struct sweep sweeps[] = {
    {.knob = "arrivals",
     .phrase = "with arrivals",
     .shape = SWEEP_VARIANTS,
     .n = 1,
     .values = {"exponential"}},
    {.knob = "cd_dispatch",
     .phrase = "with cd_dispatch",
     .shape = SWEEP_VARIANTS,
     .n = 1,
     .values = {"literal"}},
    {.knob = "arrivals",
     .also = "cd_dispatch=literal",
     .label = "exp., literal",
     .phrase = "with cd_dispatch literal and arrivals",
     .shape = SWEEP_VARIANTS,
     .n = 1,
     .values = {"exponential"}},
    {.knob = "profiles",
     .phrase = "with profiles",
     .shape = SWEEP_VARIANTS,
     .n = 2,
     .values = {"keras", "fig2"}},
    {.knob = "profiles",
     .also = "arrivals=exponential",
     .label = "exp., fig2",
     .phrase = "with arrivals exponential and profiles",
     .shape = SWEEP_VARIANTS,
     .n = 1,
     .values = {"fig2"}},
    {.knob = "profile_scale",
     .phrase = "at profile_scale",
     .shape = SWEEP_RANGES,
     .every_app = true,
     .n = 19,
     .values = {"0.25", "0.3", "0.35", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1", "1.1", "1.2", "1.35",
                "1.5", "1.75", "2", "2.5", "3", "4"}},
    {.knob = "cit", .phrase = "at CIT", .shape = SWEEP_TURNS, .n = 1, .values = {"0.9"}},
    {.knob = "start",
     .phrase = "January starts",
     .shape = SWEEP_SHARE,
     .n = 24,
     .values = {"2022-01-01T00:00:00Z", "2022-01-02T07:00:00Z", "2022-01-03T14:00:00Z",
                "2022-01-04T21:00:00Z", "2022-01-06T04:00:00Z", "2022-01-07T11:00:00Z",
                "2022-01-08T18:00:00Z", "2022-01-10T01:00:00Z", "2022-01-11T08:00:00Z",
                "2022-01-12T15:00:00Z", "2022-01-13T22:00:00Z", "2022-01-15T05:00:00Z",
                "2022-01-16T12:00:00Z", "2022-01-17T19:00:00Z", "2022-01-19T02:00:00Z",
                "2022-01-20T09:00:00Z", "2022-01-21T16:00:00Z", "2022-01-22T23:00:00Z",
                "2022-01-24T06:00:00Z", "2022-01-25T13:00:00Z", "2022-01-26T20:00:00Z",
                "2022-01-28T03:00:00Z", "2022-01-29T10:00:00Z", "2022-01-30T17:00:00Z"}},
};

static const char *const scenarios[] = {"carbondis-set1", "carbondis-set2", "carbondis-fig2", NULL};

const struct paper paper_carbondis = {
    .prefix = "CD",
    .number = 1,
    .title = "CarbonDIS",
    .story = "CD-5 to CD-14",
    .scenarios = scenarios,
    .fixes = {"policy.route", "fleet"},
    .expectations = expectations,
    .n_expectations = sizeof expectations / sizeof *expectations,
    .sweeps = sweeps,
    .n_sweeps = sizeof sweeps / sizeof *sweeps,
    .n_trials = TRIALS,
    .trial = carbondis_trial,
    .shows = carbondis_shows,
    .outcome_size = sizeof(struct carbondis_outcome),
    .measure = carbondis_measure,
};
