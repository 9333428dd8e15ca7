/* References: what the scenario is held against. The baseline is another scheme under the same load, grid and
 * edits; before is the result that the newest change replaced; a pin is whatever the user chose. One that is
 * not at hand is computed behind the screen. */
#include "tui/explorer/explorer.h"

#include "engine/answers/comparison.h"
#include "engine/base/text.h"
#include "tui/term/text.h"

#include <stdio.h>
#include <string.h>

bool explorer_has_baseline(const struct explorer *explorer)
{
    struct baseline baseline;
    return scenario_baseline(&explorer->document.scenario, &baseline);
}

const struct result *explorer_slot(const struct explorer *explorer, enum run_slot slot)
{
    const struct results *results = &explorer->results;
    const struct reference *reference = &results->references[slot];
    if (slot == SLOT_A)
        return results->current;
    if (slot == SLOT_B && reference->generation != explorer->document.generation)
        return NULL;
    bool known = result_is_finished(reference->result) &&
                 comparison_same_apps(reference->result->recording, results->current->recording);
    return known ? reference->result : NULL;
}

enum run_slot explorer_shown_slot(const struct explorer *explorer)
{
    enum run_slot slot = (enum run_slot)explorer->results.reference;
    return explorer->results.ghost_hidden || !explorer_slot(explorer, slot) ? SLOT_A : slot;
}

const struct result *explorer_reference(const struct explorer *explorer)
{
    enum run_slot slot = explorer_shown_slot(explorer);
    return slot == SLOT_A ? NULL : explorer_slot(explorer, slot);
}

/* As the dashboard names it; NULL: none is chosen, or it is hidden. */
static const char *shown_name(const struct explorer *explorer)
{
    const struct results *results = &explorer->results;
    bool named = results->reference != REFERENCE_NONE && !results->ghost_hidden;
    return named ? results->references[results->reference].name : NULL;
}

const char *explorer_reference_brief(const struct explorer *explorer)
{
    static const char *const words[REFERENCE_COUNT] = {
        [REFERENCE_BASELINE] = "baseline", [REFERENCE_BEFORE] = "before", [REFERENCE_PINNED] = "pinned"};
    const char *word = words[explorer->results.reference], *name = shown_name(explorer);
    return !word || !name ? "" : text_width(name) < text_width(word) ? name : word;
}

const char *explorer_reference_word(const struct explorer *explorer)
{
    const char *name = shown_name(explorer);
    enum reference_kind kind = explorer->results.reference;
    bool word =
        kind == REFERENCE_PINNED || (kind == REFERENCE_BEFORE && name && strncmp(name, "before", 6) == 0);
    return word ? explorer_reference_brief(explorer) : name ? name : "";
}

/* Nothing is shown for it, and nothing comes. */
static void let_go(struct reference *reference)
{
    result_release(reference->result);
    result_drop(reference->coming);
    reference->result = reference->coming = NULL;
    reference->wanted = reference->at_hand = false;
}

void explorer_keep_before(struct explorer *explorer, struct result *result, const char *name)
{
    struct reference *before = &explorer->results.references[REFERENCE_BEFORE];
    let_go(before);
    before->wanted = !result_is_finished(result);
    before->result = before->wanted ? NULL : result_retain(result);
    explorer_name_before(explorer, name);
}

void explorer_name_before(struct explorer *explorer, const char *name)
{
    struct reference *before = &explorer->results.references[REFERENCE_BEFORE];
    text_print(before->name, sizeof before->name, "%s", name);
}

/* A reference that there is something to show for, now or soon. */
static bool reference_exists(const struct explorer *explorer, int kind)
{
    const struct reference *reference = &explorer->results.references[kind];
    bool soon = reference->coming || reference->wanted;
    switch (kind) {
    case REFERENCE_BASELINE:
        return explorer_has_baseline(explorer);
    case REFERENCE_BEFORE:
        return soon || reference->result;
    case REFERENCE_PINNED:
        return soon || (reference->result && comparison_same_apps(reference->result->recording,
                                                                  explorer->results.current->recording));
    default:
        return true;
    }
}

void explorer_check_reference(struct explorer *explorer)
{
    if (reference_exists(explorer, (int)explorer->results.reference))
        return;
    explorer->results.reference =
        reference_exists(explorer, REFERENCE_BASELINE) ? REFERENCE_BASELINE : REFERENCE_NONE;
    explorer->results.reference_chosen = false;
}

void explorer_drop_before(struct explorer *explorer)
{
    let_go(&explorer->results.references[REFERENCE_BEFORE]);
    explorer_check_reference(explorer);
}

const char *explorer_parts(const struct explorer *explorer)
{
    const struct results *results = &explorer->results;
    bool known = *results->parts && results->parts_of == scenario_fingerprint(&explorer->document.scenario);
    return known ? results->parts : "";
}

void explorer_note_parts(struct explorer *explorer, const struct scenario *scenario, const char *parts)
{
    text_copy(explorer->results.parts, sizeof explorer->results.parts, parts);
    explorer->results.parts_of = scenario_fingerprint(scenario);
}

bool explorer_pin(struct explorer *explorer)
{
    struct reference *pinned = &explorer->results.references[REFERENCE_PINNED];
    char what[96];
    if (!result_is_finished(explorer->results.current))
        return false;
    const struct change *top = history_top(&explorer->document.history);
    const char *run = explorer_run_name(explorer);
    scenario_title(&explorer->document.scenario, what, sizeof what);
    if (*run)
        text_print(what, sizeof what, "%s", run);
    if (top)
        explorer_describe(explorer, top, false, what);
    let_go(pinned);
    scenario_free(&explorer->results.repin);
    pinned->result = result_retain(explorer->results.current);
    text_print(pinned->name, sizeof pinned->name, "pinned %s", what);
    explorer->results.reference = REFERENCE_PINNED;
    explorer->results.reference_chosen = true;
    explorer->results.ghost_hidden = false;
    return true;
}

void explorer_refer_to(struct explorer *explorer, enum reference_kind kind, bool hidden)
{
    explorer->results.reference = kind;
    explorer_check_reference(explorer);
    explorer->results.ghost_hidden = hidden;
}

void explorer_hide_ghost(struct explorer *explorer, bool hidden)
{
    explorer->results.ghost_hidden = hidden;
}

void explorer_next_reference(struct explorer *explorer)
{
    int kind = (int)explorer->results.reference;
    do
        kind = (kind + 1) % REFERENCE_COUNT;
    while (!reference_exists(explorer, kind));
    explorer->results.reference = (enum reference_kind)kind;
    explorer->results.reference_chosen = true;
    explorer->results.ghost_hidden = false;
}

void explorer_unpin(struct explorer *explorer)
{
    let_go(&explorer->results.references[REFERENCE_PINNED]);
    scenario_free(&explorer->results.repin);
    explorer_check_reference(explorer);
}

bool explorer_repin(struct explorer *explorer, const struct scenario *scenario, const char *name)
{
    struct reference *pinned = &explorer->results.references[REFERENCE_PINNED];
    explorer_unpin(explorer);
    pinned->wanted = scenario_copy(&explorer->results.repin, scenario);
    snprintf(pinned->name, sizeof pinned->name, "%s", name);
    return pinned->wanted;
}

const struct scenario *explorer_pinned(const struct explorer *explorer)
{
    const struct reference *pinned = &explorer->results.references[REFERENCE_PINNED];
    if (pinned->wanted || pinned->coming)
        return &explorer->results.repin;
    return pinned->result ? &pinned->result->model->scenario : NULL;
}

/* --- computing them --- */

/* Begins to compute one; false: it cannot run, so it is no reference. */
static bool start(struct explorer *explorer, enum reference_kind kind, enum job_priority priority,
                  const struct scenario *scenario)
{
    struct reference *reference = &explorer->results.references[kind];
    reference->wanted = false;
    reference->coming = explorer_simulate(explorer, priority, scenario, NULL, 0, NULL);
    return reference->coming != NULL;
}

/* The scenario of the baseline, as of now. */
static bool name_baseline(struct explorer *explorer, struct scenario *scenario)
{
    struct reference *baseline = &explorer->results.references[REFERENCE_BASELINE];
    struct baseline made;
    baseline->generation = explorer->document.generation;
    must_be(scenario_copy(scenario, &explorer->document.scenario));
    if (scenario_become_baseline(scenario, &made)) {
        text_print(baseline->name, sizeof baseline->name, "%s", made.title);
        baseline->all_off = made.all_off;
        return true;
    }
    scenario_free(scenario);
    return false;
}

void explorer_submit_baseline(struct explorer *explorer, struct recording *recording)
{
    struct reference *baseline = &explorer->results.references[REFERENCE_BASELINE];
    struct model *model = NULL;
    struct scenario scenario;
    if (recording && !explorer->results.current->job && name_baseline(explorer, &scenario)) {
        model = explorer_model(explorer, &scenario, NULL);
        scenario_free(&scenario);
    }
    let_go(baseline);
    if (model && result_fits(model, recording))
        baseline->result = result_open(model, recording, NULL);
    else
        recording_free(recording);
    if (!baseline->result)
        baseline->generation = 0; /* it is to be computed */
    model_release(model);
}

bool explorer_start_references(struct explorer *explorer, bool idle)
{
    struct results *results = &explorer->results;
    const struct change *top = history_top(&explorer->document.history);
    struct reference *baseline = &results->references[REFERENCE_BASELINE];
    bool stale = baseline->generation != explorer->document.generation, news = false;
    bool shown = results->reference == REFERENCE_BASELINE;
    if (results->references[REFERENCE_PINNED].wanted &&
        !start(explorer, REFERENCE_PINNED, JOB_REFERENCE, &results->repin))
        explorer_unpin(explorer);
    if (stale && (shown || idle)) {
        enum job_priority priority = shown ? JOB_REFERENCE : JOB_LATER;
        struct scenario scenario;
        bool named = name_baseline(explorer, &scenario);
        struct result *same = named ? explorer_result_of(explorer, &scenario) : NULL;
        if (baseline->result && baseline->result != same) {
            result_release(results->baseline_before);
            results->baseline_before = result_retain(baseline->result);
        }
        let_go(baseline);
        baseline->result = same;
        news = same != NULL;
        if (named && !same)
            start(explorer, REFERENCE_BASELINE, priority, &scenario);
        if (named)
            scenario_free(&scenario);
    }
    if (results->references[REFERENCE_BEFORE].wanted && top)
        start(explorer, REFERENCE_BEFORE, results->reference == REFERENCE_BEFORE ? JOB_REFERENCE : JOB_LATER,
              history_before(&explorer->document.history, top));
    results->references[REFERENCE_BEFORE].wanted = false;
    if (idle && baseline->result)
        result_simulate_again(results->jobs, results->shelf, JOB_LATER, baseline->result);
    return news;
}

bool explorer_take_references(struct explorer *explorer)
{
    bool news = false;
    for (int kind = 0; kind < REFERENCE_COUNT; kind++) {
        struct reference *reference = &explorer->results.references[kind];
        /* Has one that was opened from its recording been simulated meanwhile? */
        bool gained = reference->result && !reference->at_hand && result_view(reference->result).run;
        reference->at_hand |= gained;
        news |= gained && reference->result->live;
        if (!reference->coming || !result_is_over(reference->coming))
            continue;
        bool finished = result_is_finished(reference->coming);
        must_be(finished || !error_is_no_memory(&reference->coming->error));
        result_release(reference->result);
        reference->result = finished ? reference->coming : NULL;
        reference->at_hand = false;
        if (!finished)
            result_release(reference->coming);
        reference->coming = NULL;
        if (kind == REFERENCE_PINNED)
            scenario_free(&explorer->results.repin);
        explorer_check_reference(explorer);
        news = true;
    }
    return news;
}
