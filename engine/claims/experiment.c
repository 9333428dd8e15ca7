/* Running a paper's trials: they are the points of a campaign (engine/explore/campaign.h), each of which
 * leaves a small outcome at its own index. Only those are made that a judge reads: the judges are asked first
 * and note what they lack, that is made, and those that lacked something are asked again. */
#include "engine/claims/experiment.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"
#include "engine/claims/telling.h"
#include "engine/explore/campaign.h"
#include "engine/policy/configurator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const verdict_names[VERDICT_COUNT] = {"holds", "deviates", "untestable"};

/* The knob among these that is set so; NULL: none is. */
static const char *knob_of(const char *const knobs[FIXES_MAX], const char *setting)
{
    for (int k = 0; k < FIXES_MAX; k++) {
        size_t n = knobs[k] ? strlen(knobs[k]) : 0;
        if (knobs[k] && strncmp(setting, knobs[k], n) == 0 && (setting[n] == '=' || setting[n] == '.'))
            return knobs[k];
    }
    return NULL;
}

bool paper_fixes(const struct paper *paper, const char *setting)
{
    return knob_of(paper->fixes, setting) != NULL;
}

int paper_first_point(const struct paper *paper, int sweep)
{
    int point = 1;
    for (int s = 0; s < sweep; s++)
        point += paper->sweeps[s].n;
    return point;
}

int paper_point_sweep(const struct paper *paper, int point, int *position)
{
    for (int s = 0; s < paper->n_sweeps; s++) {
        *position = point - paper_first_point(paper, s);
        if (*position >= 0 && *position < paper->sweeps[s].n)
            return s;
    }
    return -1;
}

int paper_variant_point(const struct paper *paper, int k)
{
    for (int s = 0; s < paper->n_sweeps; s++) {
        const struct claim_sweep *sweep = &paper->sweeps[s];
        if (sweep->shape == SWEEP_VARIANTS && k < sweep->n)
            return paper_first_point(paper, s) + k;
        k -= sweep->shape == SWEEP_VARIANTS ? sweep->n : 0;
    }
    return -1;
}

/* What a scenario has beside its knobs. */
static bool apply_field(struct scenario *scenario, const char *name, const char *value)
{
    if (strcmp(name, "seed") == 0)
        scenario->seed = strtoull(value, NULL, 10);
    else if (strcmp(name, "delay_s") == 0)
        scenario->start_s += strtoll(value, NULL, 10);
    else if (strcmp(name, "requests") == 0)
        for (int a = 0; a < scenario->n_apps; a++)
            scenario->apps[a].requests = strtoll(value, NULL, 10);
    else if (strcmp(name, "clover.c_base_ci") == 0)
        scenario->clover.c_base_ci = strtod(value, NULL);
    else if (strcmp(name, "clover.window_s") == 0)
        scenario->clover.window_s = strtod(value, NULL);
    else if (strcmp(name, "cap_w") == 0)
        for (int f = 0; f < scenario->n_fleets; f++)
            for (int g = 0; g < scenario->fleets[f].n_gpus; g++)
                scenario->fleets[f].gpus[g].cap_w = strtod(value, NULL);
    else
        return false;
    return true;
}

static bool apply_point(struct scenario *scenario, const struct paper *paper, int point, struct error *error)
{
    int position = 0, s = paper_point_sweep(paper, point, &position);
    if (s < 0)
        return true;
    const struct claim_sweep *sweep = &paper->sweeps[s];
    if (sweep->also && !scenario_apply_set(scenario, sweep->also, error))
        return false;
    if (apply_field(scenario, sweep->knob, sweep->values[position]))
        return true;
    for (int a = 0; a < (sweep->every_app ? scenario->n_apps : 1); a++) {
        const char *dot = sweep->every_app ? "." : "", *app = sweep->every_app ? scenario->apps[a].name : "";
        char setting[160];
        snprintf(setting, sizeof setting, "%s%s%s=%s", sweep->knob, dot, app, sweep->values[position]);
        if (!scenario_apply_set(scenario, setting, error))
            return false;
    }
    return true;
}

static bool apply_trial(struct scenario *scenario, const struct trial *trial, struct error *error)
{
    for (int i = 0; i < SETTINGS_MAX && trial->settings[i]; i++) {
        char name[64];
        const char *setting = trial->settings[i], *value = strchr(setting, '=');
        text_print(name, sizeof name, "%.*s", value ? (int)(value - setting) : 0, setting);
        if (!(value && apply_field(scenario, name, value + 1)) &&
            !scenario_apply_set(scenario, setting, error))
            return false;
    }
    return true;
}

/* All trials of all points that are wanted. */
struct trials {
    const struct paper *paper;
    const struct experiment_inputs *inputs;
    struct arena memory;        /* of all these lists */
    struct scenario *scenarios; /* of the paper, in the order of its names; owned */
    size_t n_scenarios;
    size_t all;
    bool *asked, *made; /* by outcome: has a judge read it? Is it there, or never will be? */
    size_t n, done;
    size_t *indices;  /* of the trials that are made: of their outcomes */
    uint64_t *prints; /* of their scenarios */
    size_t n_again;
    struct again *again; /* trials that are the same run as one that is made */
    double *outcomes;
};

struct again {
    size_t index, made; /* of outcomes */
};

/* What the outcome at `at` is of. */
static bool outcome_scenario(const struct trials *trials, size_t at, struct scenario *scenario,
                             struct error *error)
{
    const struct paper *paper = trials->paper;
    struct trial trial = paper->trials[at % (size_t)paper->n_trials];
    int point = (int)(at / (size_t)paper->n_trials);
    size_t k = 0;
    while (k < trials->n_scenarios && strcmp(paper->scenarios[k], trial.scenario) != 0)
        k++;
    const struct scenario *base = &trials->scenarios[k];
    if (k == trials->n_scenarios)
        return error_set(error, ERROR_SYSTEM, paper->title, "scenario '%s' is none of the paper's",
                         trial.scenario);
    if (!scenario_copy(scenario, base))
        return error_set(error, ERROR_SYSTEM, paper->title, "out of memory");
    if (apply_point(scenario, paper, point, error) && apply_trial(scenario, &trial, error)) {
        /* How a search measures is nothing to a scheme that never does: there it is as the paper's scenario
         * has it, so that a sweep over it makes such a run once. */
        const struct decider *scheme =
            scheme_of((enum policy_id)scenario->policy[LAYER_CONFIGURE])->deciders[DECIDER_CONFIGURATOR];
        bool one = scenario->n_pools == 0 && scenario->n_edits == 0;
        if (one && (!scheme || !scheme->measures))
            scenario->clover.window_s = base->clover.window_s;
        return true;
    }
    scenario_free(scenario);
    return false;
}

static bool trial_scenario(void *context, size_t index, struct scenario *scenario, struct error *error)
{
    const struct trials *trials = context;
    return outcome_scenario(trials, trials->indices[trials->done + index], scenario, error);
}

bool experiment_scenario(const struct paper *paper, const struct experiment_inputs *inputs, int index,
                         struct scenario *scenario, struct error *error)
{
    struct trial trial = paper->trials[index];
    if (!inputs->scenario(inputs->context, trial.scenario, scenario, error))
        return false;
    if (apply_trial(scenario, &trial, error))
        return true;
    scenario_free(scenario);
    return false;
}

int finding_trial(const struct finding *finding)
{
    const struct expectation *expectation = finding->expectation;
    int part = 0;
    if (!expectation->simulated)
        return -1;
    while (part < finding->n_parts && finding->part_verdicts[part][0] != finding->verdicts[0])
        part++;
    const char *name = part < finding->n_parts ? finding->parts[part] : "";
    return telling_shows(expectation->telling, finding->paper->terms, name);
}

static bool trial_keep(void *context, size_t index, const struct model *model,
                       const struct recording *recording, const struct summary *summary, struct error *error)
{
    struct trials *trials = context;
    (void)summary;
    (void)error;
    terms_measure(trials->paper->terms, model, recording,
                  trials->outcomes + trials->indices[trials->done + index] * trials->paper->outcome_size);
    return true;
}

static void trial_tell(void *context, size_t done)
{
    const struct trials *trials = context;
    if (trials->inputs->progress)
        trials->inputs->progress(trials->inputs->context, trials->done + done, trials->n);
}

const double *evidence_outcome(const struct evidence *evidence, int trial)
{
    struct evidence_needs *needs = evidence->needs;
    if (needs && !needs->made[trial])
        needs->asked[trial] = needs->lacking = true;
    return evidence->outcomes + (size_t)trial * evidence->paper->outcome_size;
}

static int points_wanted(const struct paper *paper, const struct experiment_inputs *inputs)
{
    return inputs->presets_only ? 1 : paper_first_point(paper, paper->n_sweeps);
}

static bool is_same_run(const struct trials *trials, size_t a, const struct scenario *b)
{
    struct scenario scenario;
    if (!outcome_scenario(trials, a, &scenario, NULL))
        return false;
    bool same = !scenario_difference(&scenario, b);
    scenario_free(&scenario);
    return same;
}

/* The paper's scenarios, and room for all outcomes. */
static bool trials_open(struct trials *trials, struct error *error)
{
    const struct paper *paper = trials->paper;
    size_t all = (size_t)(points_wanted(paper, trials->inputs) * paper->n_trials), names = 0;
    while (paper->scenarios[names])
        names++;
    trials->all = all;
    struct arena *memory = &trials->memory;
    trials->outcomes = arena_alloc(memory, all * paper->outcome_size * sizeof *trials->outcomes);
    trials->asked = arena_alloc(memory, all * sizeof *trials->asked);
    trials->made = arena_alloc(memory, all * sizeof *trials->made);
    trials->indices = arena_alloc(memory, all * sizeof *trials->indices);
    trials->prints = arena_alloc(memory, (all + 1) * sizeof *trials->prints);
    trials->again = arena_alloc(memory, all * sizeof *trials->again);
    trials->scenarios = arena_alloc(memory, names * sizeof *trials->scenarios);
    if (memory->lacked)
        return error_set(error, ERROR_SYSTEM, paper->title, "out of memory");
    while (trials->n_scenarios < names &&
           trials->inputs->scenario(trials->inputs->context, paper->scenarios[trials->n_scenarios],
                                    &trials->scenarios[trials->n_scenarios], error))
        trials->n_scenarios++;
    for (size_t at = 0; at < all; at++) {
        /* Is this trial made at this point? A sweep may leave some out. */
        int position = 0, s = paper_point_sweep(paper, (int)(at / (size_t)paper->n_trials), &position);
        trials->made[at] =
            s >= 0 && paper->sweeps[s].used && !paper->sweeps[s].used[at % (size_t)paper->n_trials];
        trials->outcomes[at * paper->outcome_size] = !trials->made[at];
    }
    return trials->n_scenarios == names;
}

/* Makes what is asked for and not there yet: a run that two trials are is made once. */
static bool run_trials(struct trials *trials, struct jobs *jobs, struct error *error)
{
    const struct experiment_inputs *inputs = trials->inputs;
    size_t size = trials->paper->outcome_size;
    for (size_t at = 0; at < trials->all; at++) {
        struct scenario scenario;
        size_t k = 0;
        if (!trials->asked[at] || trials->made[at])
            continue;
        if (!outcome_scenario(trials, at, &scenario, error))
            return false;
        uint64_t print = trials->prints[trials->n] = scenario_fingerprint(&scenario);
        while (k < trials->n &&
               (trials->prints[k] != print || !is_same_run(trials, trials->indices[k], &scenario)))
            k++;
        if (k < trials->n)
            trials->again[trials->n_again++] = (struct again){.index = at, .made = trials->indices[k]};
        else
            trials->indices[trials->n++] = at;
        trials->made[at] = true;
        scenario_free(&scenario);
    }
    struct campaign_plan plan = {.n = trials->n - trials->done,
                                 .priority = job_priority(inputs->item),
                                 .record = true,
                                 .catalog = inputs->catalog,
                                 .shelf = inputs->shelf,
                                 .share = true,
                                 .keep_derived = true,
                                 .context = trials,
                                 .scenario = trial_scenario,
                                 .keep = trial_keep,
                                 .tell = trial_tell};
    if (plan.n > 0 && !campaign_run(&plan, jobs, error))
        return false;
    trials->done = trials->n;
    for (size_t i = 0; i < trials->n_again; i++)
        memcpy(trials->outcomes + trials->again[i].index * size,
               trials->outcomes + trials->again[i].made * size, size * sizeof(double));
    return true;
}

/* Holds when every number prints to the digits that are expected. */
static void judge_numbers(const struct expectation *expectation, const struct evidence *evidence,
                          struct judgement *judgement)
{
    double values[NUMBERS_MAX] = {0};
    struct error error = {0};
    if (!telling_numbers(expectation->telling, evidence, values, &error)) {
        judgement->verdict = VERDICT_UNTESTABLE;
        text_copy(judgement->obtained, OBTAINED_SIZE, error.message);
        return;
    }
    numbers_print(expectation->expected, values, NUMBERS_MAX, judgement->obtained,
                  sizeof judgement->obtained);
    judgement->verdict =
        strcmp(judgement->obtained, expectation->expected) == 0 ? VERDICT_HOLDS : VERDICT_DEVIATES;
}

/* The knob among those that the user has set which this claim sets itself; NULL: none. */
static const char *fixed_knob(const struct paper *paper, const struct expectation *expectation,
                              const struct experiment_inputs *inputs)
{
    const char *fixed = NULL;
    for (size_t i = 0; i < inputs->n_settings && !fixed; i++) {
        fixed = knob_of(expectation->fixes, inputs->settings[i]);
        if (!fixed && expectation->simulated)
            fixed = knob_of(paper->fixes, inputs->settings[i]);
    }
    return fixed;
}

bool expectation_needs_runs(const struct paper *paper, const struct expectation *expectation,
                            const struct experiment_inputs *inputs)
{
    return expectation->simulated && !fixed_knob(paper, expectation, inputs);
}

/* Where a finding keeps what is told under this name; -1 where there is no room. */
static int label_index(char (*labels)[LABEL_SIZE], int *n, int max, const char *name)
{
    for (int i = 0; i < *n; i++)
        if (strcmp(labels[i], name) == 0)
            return i;
    if (*n == max)
        return -1;
    text_copy(labels[*n], LABEL_SIZE, name);
    return (*n)++;
}

/* False: it lacked a trial. */
static bool judge_point(struct finding *finding, const struct trials *trials, int point)
{
    const struct expectation *expectation = finding->expectation;
    const struct paper *paper = finding->paper;
    const struct experiment_inputs *inputs = trials->inputs;
    struct experiment_inputs own = *inputs;
    struct evidence evidence = {.inputs = &own, .paper = paper, .told = point == 0};
    size_t first = (size_t)point * (size_t)paper->n_trials;
    struct evidence_needs needs = {trials->made + first, trials->asked + first, false};
    if (expectation->simulated && trials->outcomes) {
        evidence.outcomes = trials->outcomes + first * paper->outcome_size;
        evidence.needs = &needs;
    }
    struct judgement judgement = {.verdict = VERDICT_UNTESTABLE};
    own.solver = point == 0 ? inputs->solver : NULL;
    for (int k = 0; k < VARIANTS_MAX; k++)
        evidence.told = evidence.told || paper_variant_point(paper, k) == point;
    const char *fixed = fixed_knob(paper, expectation, inputs);
    if (fixed)
        text_print(judgement.obtained, OBTAINED_SIZE, "not with your %s: the claim is about its own", fixed);
    else if (expectation->formula)
        judge_numbers(expectation, &evidence, &judgement);
    else
        telling_judge(expectation->telling, &evidence, &judgement);
    finding->verdicts[point] = (uint8_t)judgement.verdict;
    for (int i = 0; i < judgement.n_parts; i++) {
        int at = label_index(finding->parts, &finding->n_parts, PARTS_MAX, judgement.parts[i].name);
        if (at >= 0)
            finding->part_verdicts[at][point] =
                judgement.parts[i].value > 0 ? VERDICT_HOLDS : VERDICT_DEVIATES;
    }
    for (int i = 0; i < judgement.n_measures; i++) {
        int at =
            label_index(finding->measures, &finding->n_measures, MEASURES_MAX, judgement.measures[i].name);
        if (at >= 0)
            finding->values[at][point] = judgement.measures[i].value;
    }
    if (point == 0) {
        memcpy(finding->obtained, judgement.obtained, sizeof finding->obtained);
        /* What is told of a claim's cause: what the judge found, or that inputs are not those that causes
         * were found for. */
        if (fixed)
            text_print(finding->why, sizeof finding->why,
                       "Its runs set %s themselves; leave it out to test the claim.", fixed);
        else if (inputs->altered && !finding->expectation->formula)
            text_print(finding->why, sizeof finding->why,
                       "No cause is given, because these inputs are not the shipped ones: %s.",
                       inputs->altered);
        else
            memcpy(finding->why, judgement.why, sizeof finding->why);
    }
    for (int k = 0; k < VARIANTS_MAX; k++) {
        if (paper_variant_point(paper, k) == point)
            memcpy(finding->variants[k], judgement.obtained, sizeof finding->variants[k]);
    }
    return !needs.lacking;
}

void finding_begin(struct finding *finding, const struct paper *paper, const struct expectation *expectation)
{
    *finding = (struct finding){.expectation = expectation, .paper = paper};
    memset(finding->part_verdicts, VERDICT_UNTESTABLE, sizeof finding->part_verdicts);
    for (int m = 0; m < MEASURES_MAX; m++)
        for (int point = 0; point < POINTS_MAX; point++)
            finding->values[m][point] = (double)NAN;
}

/* `lacking`: rows whose findings are to be filled; false for each that is. */
static bool find_all(struct trials *trials, struct jobs *jobs, bool *lacking, struct finding *findings,
                     struct error *error)
{
    const struct paper *paper = trials->paper;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < paper->n_expectations; i++) {
            const struct expectation *expectation = &paper->expectations[i];
            if (!lacking[i])
                continue;
            lacking[i] = false;
            finding_begin(&findings[i], paper, expectation);
            findings[i].n_points = expectation->simulated ? points_wanted(paper, trials->inputs) : 1;
            for (int point = 0; point < findings[i].n_points; point++)
                lacking[i] = !judge_point(&findings[i], trials, point) || lacking[i];
            if (!fixed_knob(paper, expectation, trials->inputs) && !trials->inputs->altered)
                finding_tell_causes(&findings[i]);
            more = more || lacking[i];
        }
        if (more && !run_trials(trials, jobs, error))
            return false;
    }
    return true;
}

bool experiment_run(const struct paper *paper, const struct experiment_inputs *inputs, const bool *wanted,
                    struct finding *findings, struct error *error)
{
    struct trials trials = {.paper = paper, .inputs = inputs};
    struct jobs *own = NULL, *jobs = NULL;
    bool simulate = false, *lacking = arena_alloc(&trials.memory, paper->n_expectations * sizeof *lacking);
    for (size_t i = 0; i < paper->n_expectations; i++)
        simulate = simulate || (wanted[i] && expectation_needs_runs(paper, &paper->expectations[i], inputs));
    bool good = lacking || error_set(error, ERROR_SYSTEM, paper->title, "out of memory");
    if (good && simulate) {
        good = trials_open(&trials, error);
        if (good)
            jobs = inputs->item ? job_queue(inputs->item)
                                : (own = jobs_create(jobs_helpers(inputs->jobs), -1, error));
        good = jobs != NULL;
    }
    if (good) {
        memcpy(lacking, wanted, paper->n_expectations * sizeof *lacking);
        good = find_all(&trials, jobs, lacking, findings, error);
    }
    jobs_free(own);
    for (size_t k = 0; k < trials.n_scenarios; k++)
        scenario_free(&trials.scenarios[k]);
    arena_free(&trials.memory);
    return good;
}
