/* What a draft comes to: whole runs, asked as questions (questions.h), so what has been simulated before is
 * there at once and the run on the screen goes first. A change of the draft calls off what it has made
 * idle. */
#include "engine/base/text.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/fleet_draft.h"

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

void fleet_forget(struct fleet_draft *draft)
{
    explorer_forget(draft->explorer, draft->question);
    draft->question = NULL;
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
}
