/* What a draft comes to: whole runs, asked as questions (questions.h), so what has been simulated before is
 * there at once and the run on the screen goes first. A change of the draft calls off what it has made
 * idle. */
#include "engine/base/text.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/fleet_draft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUN_ORIGIN, RUN_DRAFT, RUNS };

/* --- the forecast --- */

static const struct answer *answer_of(const struct fleet_draft *draft, size_t run, const char **fault)
{
    bool now = draft->question && draft->asked_for == draft->number;
    if (fault)
        *fault = now ? question_fault(draft->question, run) : NULL;
    return now ? question_answer(draft->question, run) : NULL;
}

const struct answer *fleet_answer(const struct fleet_draft *draft, const char **fault)
{
    return answer_of(draft, RUN_DRAFT, fault);
}

const struct answer *fleet_origin_answer(const struct fleet_draft *draft)
{
    return answer_of(draft, RUN_ORIGIN, NULL);
}

/* --- the smallest fleet --- */

static void forget_smallest(struct fleet_draft *draft)
{
    explorer_forget(draft->explorer, draft->smallest.question);
    if (draft->smallest.asked)
        scenario_free(&draft->smallest.scenario);
    draft->smallest = (struct fleet_smallest){0};
}

void fleet_forget(struct fleet_draft *draft)
{
    forget_smallest(draft);
    explorer_forget(draft->explorer, draft->question);
    draft->question = NULL;
}

static bool has_slo(const struct scenario *scenario)
{
    for (int a = 0; a < scenario->n_apps; a++)
        if (scenario->apps[a].slo_base || !isnan(scenario->apps[a].slo_ms))
            return true;
    return false;
}

bool fleet_ask_smallest(struct fleet_draft *draft, struct error *error)
{
    struct fleet_smallest *smallest = &draft->smallest;
    forget_smallest(draft);
    if (!draft->valid)
        return error_set(error, ERROR_INPUT, "", "that is asked of a fleet without faults");
    if (!has_slo(&draft->scenario))
        return error_set(error, ERROR_INPUT, "", "no app has an SLO, so one GPU is enough for all of them");
    must_be(scenario_copy(&smallest->scenario, &draft->scenario));
    smallest->asked = true;
    smallest->of = draft->scenario.fleets[draft->scenario.fleet].n_gpus;
    smallest->tipping = tipping_begin((size_t)smallest->of);
    return true;
}

/* The value k of the search is a fleet of k + 1 GPUs, with as many seeds as are wanted to be sure. */
static struct question *ask_size(struct fleet_draft *draft)
{
    const struct fleet_smallest *smallest = &draft->smallest;
    struct scenario fleet;
    struct alternative alternatives[SMALLEST_SEEDS];
    if (!scenario_copy(&fleet, &smallest->scenario))
        return NULL;
    scenario_set_gpus(&fleet, (double)(tipping_next(&smallest->tipping) + 1));
    for (int seed = 0; seed < SMALLEST_SEEDS; seed++)
        alternatives[seed] =
            (struct alternative){.scenario = &fleet, .seed = (uint64_t)seed, .as_it_is = true};
    struct question *question =
        explorer_ask_alternatives(draft->explorer, alternatives, SMALLEST_SEEDS, JOB_FORECAST, NULL);
    scenario_free(&fleet);
    return question;
}

/* A fleet that cannot run, since a pool has no GPU any more, keeps nothing. */
static enum verdict_at verdict_of(const struct question *question)
{
    enum verdict_at verdict = VERDICT_AT_HOLDS;
    for (size_t i = 0; i < question_size(question); i++) {
        const struct answer *answer = question_answer(question, i);
        if (question_fault(question, i) || (answer && answer_metric(answer, METRIC_LIMITS_BROKEN, 0) > 0))
            return VERDICT_AT_FAILS;
        if (!answer)
            verdict = VERDICT_AT_UNKNOWN;
    }
    return verdict;
}

void fleet_draft_follow(struct fleet_draft *draft)
{
    const struct alternative runs[RUNS] = {{.scenario = &draft->origin, .as_it_is = true},
                                           {.scenario = &draft->scenario, .as_it_is = true}};
    if (draft->asked_for != draft->number) {
        explorer_forget(draft->explorer, draft->question);
        draft->question =
            draft->valid ? explorer_ask_alternatives(draft->explorer, runs, RUNS, JOB_FORECAST, NULL) : NULL;
        draft->asked_for = draft->number;
    }
    struct fleet_smallest *smallest = &draft->smallest;

    if (!smallest->asked)
        return;
    if (!draft->valid || scenario_difference(&smallest->scenario, &draft->scenario)) {
        forget_smallest(draft); /* of a fleet that is another by now */
        return;
    }
    for (int looks = 0; looks <= GPUS_MAX && smallest->tipping.state == TIPPING_ASKS; looks++) {
        if (!smallest->question)
            smallest->question = ask_size(draft);
        if (smallest->question && !question_is_over(smallest->question))
            return;
        tipping_tell(&smallest->tipping,
                     smallest->question ? verdict_of(smallest->question) : VERDICT_AT_UNKNOWN);
        explorer_forget(draft->explorer, smallest->question);
        smallest->question = NULL;
    }
}

int fleet_smallest_size(const struct fleet_draft *draft)
{
    const struct tipping *tipping = &draft->smallest.tipping;
    if (!draft->smallest.asked)
        return 0;
    if (tipping->state == TIPPING_NOWHERE && tipping->at_low == VERDICT_AT_HOLDS)
        return 1;
    return tipping->state == TIPPING_FLIPS && tipping->at_high == VERDICT_AT_HOLDS ? (int)tipping->high + 1
                                                                                   : 0;
}

char *fleet_smallest_text(const struct fleet_draft *draft, char *out, size_t size)
{
    const struct fleet_smallest *smallest = &draft->smallest;
    const struct tipping *tipping = &smallest->tipping;
    int n = fleet_smallest_size(draft);
    *out = 0;
    if (!smallest->asked)
        return out;
    if (tipping->state == TIPPING_ASKS)
        return text_print(out, size,
                          "looking for where to cut the list: do the first %zu of %d GPUs keep every limit?",
                          tipping_next(tipping) + 1, smallest->of);
    if (n == 1)
        return text_print(out, size, "the first of %d GPUs keeps every limit in %d of %d seeds", smallest->of,
                          SMALLEST_SEEDS, SMALLEST_SEEDS);
    if (n > 1 && n == smallest->of)
        return text_print(
            out, size,
            "the last of %d GPUs cannot go: the first %d do not keep every limit; leaving out another is not tried",
            smallest->of, n - 1);
    if (n > 1)
        return text_print(
            out, size,
            "the first %d of %d GPUs keep every limit in %d of %d seeds, the first %d do not; other choices are not tried",
            n, smallest->of, SMALLEST_SEEDS, SMALLEST_SEEDS, n - 1);
    if (tipping->state == TIPPING_UNKNOWN)
        return text_print(out, size, "where to cut the list is not known: a run failed");
    return text_print(out, size, "not even all %d GPUs keep every limit", smallest->of);
}

bool fleet_take_smallest(struct fleet_draft *draft, struct error *error)
{
    int n = fleet_smallest_size(draft);
    char text[16] = "";
    if (n == 0)
        return error_set(error, ERROR_INPUT, "", "no number of GPUs is known to keep every limit");
    if (n < draft->smallest.of)
        text_print(text, sizeof text, "%d", n);
    for (int row = 0; row < fleet_n_columns[FLEET_RUN]; row++)
        if (strcmp(fleet_columns[FLEET_RUN][row].key, "knobs/gpus") == 0) {
            bool good = fleet_put(draft, FLEET_RUN, row, 0, text, error);
            if (good)
                fleet_keep(draft);
            return good;
        }
    return error_set(error, ERROR_INPUT, "", "this scenario has no knob gpus");
}
