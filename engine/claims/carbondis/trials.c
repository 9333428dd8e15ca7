/* The runs behind CarbonDIS' figures, each as settings that `wattif run` would take, and what is kept of a
 * finished run. */
#include "engine/claims/carbondis/carbondis.h"

#include "engine/answers/slack.h"

#include <string.h>

const char *const carbondis_scheme_names[SCHEMES] = {"CARBONDIS", "HIGHPERF", "LOWENERGY", "DYBATCH",
                                                     "RANDOM"};

/* (180 - 275) / 275 W and (205 - 275) / 275 W, CD-X17. */
const double carbondis_idle_bound[SETS] = {100 * (275.0 - 180.0) / 275.0, 100 * (275.0 - 205.0) / 275.0};

/* Fig. 2's halves are served one after the other, each GPU billed for its own half (CD-X6): the second half
 * begins after 10,000 gaps of 200 ms. */
enum { HALF = 10000, HALF_S = 2000 };

struct trial carbondis_trial(int index)
{
    static const char set1[] = "carbondis-set1", set2[] = "carbondis-set2", fig2[] = "carbondis-fig2";
    static const struct trial trials[TRIALS] = {
        {.scenario = set1, .settings = {"policy.route=carbondis"}},
        {.scenario = set1, .settings = {"policy.route=highperf"}},
        {.scenario = set1, .settings = {"policy.route=lowenergy"}},
        {.scenario = set1, .settings = {"policy.route=dybatch"}},
        {.scenario = set1, .settings = {"policy.route=random"}},
        {.scenario = set2, .settings = {"policy.route=carbondis"}},
        {.scenario = set2, .settings = {"policy.route=highperf"}},
        {.scenario = set2, .settings = {"policy.route=lowenergy"}},
        {.scenario = set2, .settings = {"policy.route=dybatch"}},
        {.scenario = set2, .settings = {"policy.route=random"}},
        {.scenario = set1, .settings = {"policy.route=carbondis", "cit=0.8"}},
        {.scenario = set1, .settings = {"policy.route=carbondis", "cit=0.9"}},
        {.scenario = set1, .settings = {"policy.route=carbondis", "cit=1.1"}},
        {.scenario = set1, .settings = {"policy.route=carbondis", "cit=1.2"}},
        {.scenario = fig2, .settings = {"fleet=p4"}},
        {.scenario = fig2, .settings = {"fleet=a100"}},
        {.scenario = fig2, .settings = {"fleet=p4"}, .requests = HALF},
        {.scenario = fig2, .settings = {"fleet=a100"}, .requests = HALF, .delay_s = HALF_S},
    };

    return trials[index];
}

int carbondis_shows(const struct expectation *expectation, const char *part)
{
    bool second = strcmp(part, "Set 2") == 0 && expectation->shown < SCHEMES;
    return expectation->shown + (second ? SCHEMES : 0);
}

static void measure_jobs(const struct recording *recording, struct carbondis_outcome *outcome)
{
    const struct summary *summary = &recording->summary;
    int buckets = recording_count(recording);

    outcome->n_jobs = summary->n_apps < JOBS ? summary->n_apps : JOBS;
    for (int a = 0; a < outcome->n_jobs; a++) {
        const struct summary_app *app = &summary->apps[a];
        struct carbondis_job *job = &outcome->jobs[a];
        memcpy(job->name, app->name, sizeof job->name);
        job->mean_ms = app->mean_ms;
        job->p25_ms = recording_percentile_ms(recording, a, 0, buckets, 25);
        job->p50_ms = app->p50_ms;
        job->p75_ms = recording_percentile_ms(recording, a, 0, buckets, 75);
        job->tail_ms = app->tail_ms;
        job->slo_ms = app->slo_ms;
        job->slo_met = app->slo_met;
        job->finished = app->finished;
        job->violations = app->violations;
        job->high_uses = app->high_end_uses;
    }
}

/* Requests and high-end uses of each bucket, by whether the grid was dirty in it (CIR above 1). */
static void measure_grid(const struct recording *recording, struct carbondis_outcome *outcome)
{
    int buckets = recording_count(recording);

    for (int b = 0; b < buckets; b++) {
        int dirty = recording->run[COLUMN_CIR][b] > 1.0f;
        outcome->hours[dirty] += recording_width_s(recording, b) / 3600;
        outcome->high_uses[dirty] += (double)recording->run[COLUMN_HIGH_USES][b];
        for (int a = 0; a < recording->n_apps; a++)
            outcome->arrived[dirty] += recording_sum_app(recording, COLUMN_ARRIVED, a, b, b + 1);
    }
}

/* How long GPUs of a class were busy, together, over how long they were there. */
static double busy_share(const struct model *model, const struct summary *summary, enum gpu_class class)
{
    double busy_s = 0, all_s = 0;

    for (int g = 0; g < summary->n_gpus; g++) {
        if (model->gpus[g].class != class)
            continue;
        busy_s += summary->gpus[g].busy_s;
        all_s += summary->gpus[g].busy_s + summary->gpus[g].idle_s;
    }
    return all_s > 0 ? busy_s / all_s : 0;
}

void carbondis_measure(const struct model *model, const struct recording *recording, void *to)
{
    struct carbondis_outcome *outcome = to;
    const struct summary *summary = &recording->summary;

    outcome->overloaded = summary->overloaded_at_s >= 0; /* NAN = not */
    outcome->active_g = summary->carbon_g[LEDGER_ACTIVE];
    outcome->idle_g = summary->carbon_g[LEDGER_IDLE];
    outcome->total_g = summary->carbon_total_g;
    outcome->horizon_s = summary->horizon_s;
    outcome->busy_low = busy_share(model, summary, CLASS_LOW);
    outcome->busy_high = busy_share(model, summary, CLASS_HIGH);
    outcome->alone = slack_worst_low(model, NULL);
    outcome->calibrated = summary->provenance[PROVENANCE_CALIBRATED] > 0;
    measure_jobs(recording, outcome);
    measure_grid(recording, outcome);
}
