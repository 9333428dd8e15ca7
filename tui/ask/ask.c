#include "tui/ask/ask.h"

#include <stdlib.h>

bool question_open(struct ask *ask, const struct question_of *question, struct explorer *explorer,
                   bool of_sweep, struct error *error)
{
    struct question_plan plan = {.priority = JOB_ASKED};
    *ask = (struct ask){.question = question, .explorer = explorer, .of_sweep = of_sweep, .seen = SIZE_MAX};
    account_begin(&ask->account, question->name, question->title);
    ask->state = calloc(1, question->state_size);
    bool asked = (ask->state || error_set(error, ERROR_SYSTEM, "", "out of memory")) &&
                 question->plan(ask, &plan, error) &&
                 (plan.n == 0 || seeding_open(&ask->seeding, explorer, &plan, error));
    if (!asked)
        question_close(ask);
    return asked;
}

void question_close(struct ask *ask)
{
    if (ask->seeding.plan)
        seeding_close(&ask->seeding, ask->explorer);
    if (ask->state && ask->question->free)
        ask->question->free(ask->state);
    free(ask->state);
    account_free(&ask->account);
    ask->state = NULL;
}

void question_update(struct ask *ask, bool hurried)
{
    size_t done = seeding_done(&ask->seeding), all = seeding_size(&ask->seeding);
    seeding_update(&ask->seeding, ask->explorer, hurried, ask->question->seed_requests);
    if (ask->seen == done)
        return;
    ask->seen = done;
    account_free(&ask->account);
    account_begin(&ask->account, ask->question->name, ask->question->title);
    if (done < all)
        ask->account.progress = text(&ask->account.arena, "%zu of %zu runs", done, all);
    ask->question->tell(ask);
    if (ask->section >= ask->account.n_sections)
        ask->section = 0;
    size_t steps = account_steps(&ask->account, ask->section);
    if (ask->step >= steps)
        ask->step = steps ? steps - 1 : 0;
}
