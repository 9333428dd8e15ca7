/* Forecasts: what a step of the knob in focus, down or up, would do to carbon and to the worst tail, and for
 * CIT, which is a staircase, where the next stair is. Each is a run of its own, forked at the cursor where
 * the turn would act there, and only its totals are kept. */
#include "tui/explorer/explorer.h"

#include "engine/answers/comparison.h"
#include "tui/explorer/questions.h"

#include <math.h>

void explorer_drop_forecast(struct explorer *explorer)
{
    for (int i = 0; i < FORECAST_SLOTS; i++) {
        struct forecast_slot *slot = &explorer->results.forecast.slots[i];
        result_drop(slot->coming);
        answer_release(slot->answer);
        slot->coming = NULL;
        slot->answer = NULL;
    }
}

static void reset_forecast(struct explorer *explorer)
{
    struct forecast *forecast = &explorer->results.forecast;
    explorer_drop_forecast(explorer);
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    *forecast = (struct forecast){.generation = explorer->document.generation,
                                  .cursor_ns = explorer->time.cursor_ns,
                                  .focus = explorer->focus.at,
                                  .from_start = explorer->document.from_start,
                                  .complete = result_is_finished(explorer->results.current),
                                  .next_above = (double)NAN,
                                  .next_below = (double)NAN};
    if (knob_infos[knob.id].type != TYPE_NUMBER)
        return;
    struct forecast_slot *slots = forecast->slots;
    slots[FORECAST_DOWN].exists = explorer_step(explorer, knob, -1, &slots[FORECAST_DOWN].value);
    slots[FORECAST_UP].exists = explorer_step(explorer, knob, 1, &slots[FORECAST_UP].value);
    if (!knob_infos[knob.id].stairs || !result_is_finished(explorer->results.current))
        return;
    struct run_view view = result_view(explorer->results.current);
    struct grid_steps steps = grid_steps_beside(&view, forecast->from_start ? 0 : forecast->cursor_ns,
                                                explorer_value(explorer, knob).number);
    double value = grid_step_past(steps, knob_infos[knob.id].step);
    forecast->next_above = steps.above;
    forecast->next_below = steps.below;
    if (value >= knob_infos[knob.id].min && value <= knob_infos[knob.id].max &&
        !(slots[FORECAST_UP].exists && value == slots[FORECAST_UP].value.number) &&
        !(slots[FORECAST_DOWN].exists && value == slots[FORECAST_DOWN].value.number)) {
        slots[FORECAST_CHANGE].exists = true;
        slots[FORECAST_CHANGE].value.number = value;
    }
}

/* Takes the answer over. */
static void know_slot(struct explorer *explorer, struct forecast_slot *slot, struct answer *answer)
{
    const struct summary *now = &explorer->results.current->recording->summary;
    const struct summary *then = answer_summary(answer);
    slot->answer = answer;
    slot->known = true;
    slot->carbon_percent = comparison_carbon(then, now);
    slot->worst_points = comparison_worst(then, now);
    slot->identical = comparison_is_identical(then, now);
}

/* False: it cannot run, so it is no forecast. */
static bool turn_to(struct explorer *explorer, struct forecast_slot *slot, struct scenario *scenario)
{
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    struct error error = {0};
    slot->exists = explorer_turned(explorer, knob, &slot->value, scenario, &error);
    must_not_lack(&error);
    return slot->exists;
}

void explorer_want_forecast(struct explorer *explorer, bool wanted)
{
    explorer->results.forecast_unwanted = !wanted;
}

bool explorer_forecast_waits(const struct explorer *explorer)
{
    const struct results *results = &explorer->results;
    bool waits = false;
    for (int i = 0; i < FORECAST_SLOTS; i++)
        waits |= results->forecast.slots[i].exists && !results->forecast.slots[i].known;
    return waits && !results->forecast_unwanted && result_is_finished(results->current);
}

/* One after the other: nobody has asked for them, and the other core stays free for who does. */
void explorer_start_forecast(struct explorer *explorer)
{
    bool coming = !explorer_forecast_waits(explorer);
    for (int i = 0; i < FORECAST_SLOTS; i++)
        coming |= explorer->results.forecast.slots[i].coming != NULL;
    for (int i = 0; i < FORECAST_SLOTS && !coming; i++) {
        struct forecast_slot *slot = &explorer->results.forecast.slots[i];
        if (slot->exists && !slot->known) {
            struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
            bool start = explorer_acts_from_start(explorer, knob, &slot->value);
            struct scenario scenario;
            if (turn_to(explorer, slot, &scenario)) {
                slot->coming = explorer_simulate(explorer, JOB_FORECAST, &scenario,
                                                 start ? NULL : explorer->results.current,
                                                 explorer->time.cursor_ns, NULL);
                slot->exists = coming = slot->coming != NULL;
                scenario_free(&scenario);
            }
        }
    }
}

static struct answer *note_result(struct explorer *explorer, const struct result *result)
{
    return explorer_note(explorer, result->model, &result->recording->summary);
}

/* Does the turn pass no stair? Then it is the run as it is. */
static bool is_same_stair(const struct explorer *explorer, const struct forecast_slot *slot)
{
    const struct forecast *forecast = &explorer->results.forecast;
    const struct run_view view = result_view(explorer->results.current);
    double value = slot->value.number;
    return knob_infos[explorer->focus.knobs[explorer->focus.at].id].stairs && grid_steps_are_all(&view) &&
           !(forecast->next_above <= value * (1 + GRID_STEP_ROUNDING)) &&
           !(forecast->next_below > value * (1 - GRID_STEP_ROUNDING));
}

bool explorer_take_forecast(struct explorer *explorer)
{
    bool news = false, complete = result_is_finished(explorer->results.current);
    const struct forecast *forecast = &explorer->results.forecast;
    if (!(forecast->generation == explorer->document.generation && forecast->focus == explorer->focus.at &&
          forecast->from_start == explorer->document.from_start &&
          forecast->cursor_ns == explorer->time.cursor_ns) ||
        (complete && !explorer->results.forecast.complete)) {
        reset_forecast(explorer);
        if (complete && !explorer->time.playing) {
            /* What is known needs no run. */
            for (int i = 0; i < FORECAST_SLOTS; i++) {
                struct forecast_slot *slot = &explorer->results.forecast.slots[i];
                struct scenario scenario;
                if (!slot->exists || !turn_to(explorer, slot, &scenario))
                    continue;
                struct answer *known = is_same_stair(explorer, slot)
                                           ? note_result(explorer, explorer->results.current)
                                           : explorer_recall(explorer, &scenario);
                if (known)
                    know_slot(explorer, slot, known);
                scenario_free(&scenario);
            }
        }
    }
    for (int i = 0; i < FORECAST_SLOTS; i++) {
        struct forecast_slot *slot = &explorer->results.forecast.slots[i];
        if (!slot->coming || !result_is_over(slot->coming))
            continue;
        slot->exists = result_is_finished(slot->coming);
        if (slot->exists) {
            struct answer *answer = note_result(explorer, slot->coming);
            slot->exists = answer != NULL;
            if (answer)
                know_slot(explorer, slot, answer);
        }
        result_release(slot->coming);
        slot->coming = NULL;
        news = true;
    }
    return news;
}
