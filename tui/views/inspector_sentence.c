/* The first row: the decision in one sentence with the number that made the difference, long and short. One
 * function for each reason. */
#include "tui/views/inspector.h"

#include "engine/base/text.h"
#include "engine/base/units.h"

#include <stdio.h>
#include <string.h>

struct sentence {
    char request[FORMAT_SIZE]; /* "request 18 751" */
    char grid[64];             /* "CIR 1.04 > CIT 1.00" */
    char spare[FORMAT_SIZE];   /* of the estimate on the low-end place */
    char in_time[FORMAT_SIZE + 24];
    char waited[FORMAT_SIZE + 8];
    char *full, *brief;
};

typedef void tell(const struct rule *rule, struct sentence *to);

#define TELL(out, ...) snprintf(out, FACTS_SENTENCE, __VA_ARGS__)

static void tell_miss_high(const struct rule *rule, struct sentence *to)
{
    TELL(to->full, "%s went to %s: %s would have finished %s after its deadline.", to->request,
         rule->here->phrase, rule->low->phrase, to->spare);
    TELL(to->brief, "→ %s: on %s %s too late", rule->here->name, rule->low->phrase, to->spare);
}

static void tell_miss_low(const struct rule *rule, struct sentence *to)
{
    TELL(to->full, "%s stayed on %s, where it ends %s after its deadline: %s was busy.", to->request,
         rule->here->phrase, to->spare, rule->high ? rule->high->phrase : "the high end");
    TELL(to->brief, "→ %s: %s too late, %s busy", rule->here->name, to->spare, rule->list->high);
}

static void tell_dirty_high(const struct rule *rule, struct sentence *to)
{
    TELL(to->full, "%s went to %s: the grid is dirty, %s, and it was free.", to->request, rule->here->phrase,
         to->grid);
    TELL(to->brief, "→ %s: dirty grid, %s", rule->here->name, to->grid);
}

static void tell_dirty_low(const struct rule *rule, struct sentence *to)
{
    TELL(to->full, "%s stayed on %s: the grid is dirty, %s, but %s was busy.", to->request,
         rule->here->phrase, to->grid, rule->high ? rule->high->phrase : "the high end");
    TELL(to->brief, "→ %s: dirty grid, %s busy", rule->here->name, rule->list->high);
}

static void tell_clean_low(const struct rule *rule, struct sentence *to)
{
    TELL(to->full, "%s stayed on %s: %s and a clean grid, %s.", to->request, rule->here->phrase, to->in_time,
         to->grid);
    TELL(to->brief, "→ %s: in time, %s", rule->here->name, to->grid);
}

static void tell_append_low(const struct rule *rule, struct sentence *to)
{
    TELL(to->full, "%s was queued on %s for good, as the literal reading has it.", to->request,
         rule->here->phrase);
    TELL(to->brief, "→ %s: queued for good", rule->here->name);
}

static void tell_share_high(const struct rule *rule, struct sentence *to)
{
    double share_s = ns_to_s(rule->decision->share_ns);
    TELL(to->full, "%s went to %s: it was free, and no job that waits has had less of it than %.1f s.",
         to->request, rule->here->phrase, share_s);
    TELL(to->brief, "→ %s: smallest share, %.1f s", rule->here->name, share_s);
}

static void tell_draw_high(const struct rule *rule, struct sentence *to)
{
    TELL(to->full, "%s went to %s: it was free, and the draw among all %d jobs fell on this one.",
         to->request, rule->here->phrase, rule->model->n_apps);
    TELL(to->brief, "→ %s: drawn, one of %d jobs", rule->here->name, rule->model->n_apps);
}

static void tell_own_low(const struct rule *rule, struct sentence *to)
{
    char busy[64] = "the high end was not to be had";
    if (rule->other && rule_is_idle(rule, rule->other))
        snprintf(busy, sizeof busy, "the draw of this event fell elsewhere");
    else if (rule->other)
        text_print(busy, sizeof busy, "%s was busy", rule->other->phrase);
    TELL(to->full, "%s ran on %s: %s.", to->request, rule->here->phrase, busy);
    TELL(to->brief, "→ %s: %s", rule->here->name, busy);
}

static void tell_fifo(const struct rule *rule, struct sentence *to)
{
    TELL(to->full, "%s ran on %s: first come, first served; %s.", to->request, rule->here->phrase,
         to->waited);
    TELL(to->brief, "→ %s: first come, %s", rule->here->name, to->waited);
}

static void tell_pull(const struct rule *rule, struct sentence *to)
{
    TELL(to->full, "%s was pulled by %s, which was idle: of all it can serve this one is the oldest; %s.",
         to->request, rule->here->phrase, to->waited);
    TELL(to->brief, "→ %s: oldest, %s", rule->here->name, to->waited);
}

static void tell_push(const struct rule *rule, struct sentence *to)
{
    static const char *const why[REASON_COUNT] = {[REASON_IN_TURN] = "the next in turn",
                                                  [REASON_AT_RANDOM] = "drawn at random",
                                                  [REASON_LEAST] = "where the fewest requests are"};
    const struct decision_place *place = &rule->decision->here;
    int before = place->queue + (place->app >= 0);
    const char *reason = rule->decision->n_candidates > 0 ? "of equal pods the one whose GPU stays coolest"
                         : why[rule->decision->reason]    ? why[rule->decision->reason]
                                                          : "by its rule";
    TELL(to->full, "%s was sent to %s, %s; %d %s before it there.", to->request, rule->here->phrase, reason,
         before, before == 1 ? "was" : "were");
    TELL(to->brief, "→ %s: %s, %d before it", rule->here->name, reason, before);
}

static tell *const tells[REASON_COUNT] = {
    [REASON_FIFO] = tell_fifo,
    [REASON_MISS_HIGH] = tell_miss_high,
    [REASON_MISS_LOW] = tell_miss_low,
    [REASON_DIRTY_HIGH] = tell_dirty_high,
    [REASON_DIRTY_LOW] = tell_dirty_low,
    [REASON_CLEAN_LOW] = tell_clean_low,
    [REASON_APPEND_LOW] = tell_append_low,
    [REASON_SHARE_HIGH] = tell_share_high,
    [REASON_DRAW_HIGH] = tell_draw_high,
    [REASON_OWN_LOW] = tell_own_low,
    [REASON_PULL] = tell_pull,
    [REASON_IN_TURN] = tell_push,
    [REASON_AT_RANDOM] = tell_push,
    [REASON_LEAST] = tell_push,
};

void sentence_make(const struct rule *rule)
{
    const struct decision *decision = rule->decision;
    int64_t waited_ns = decision->t_ns - decision->arrived_ns;
    struct sentence to = {.full = rule->facts->sentence[0], .brief = rule->facts->sentence[1]};
    text_print(to.request, sizeof to.request, "request %s", format_count(FORMAT_ROOM, decision->request + 1));
    snprintf(to.grid, sizeof to.grid, "CIR %.*f %s CIT %.*f", rule->cir_decimals, decision->cir,
             decision->cir > decision->cit ? ">" : "≤", rule->cir_decimals, decision->cit);
    if (rule->low && rule->facts->choice.deadline_ns >= 0)
        rule_spare(rule, to.spare, sizeof to.spare, rule->low);
    snprintf(to.in_time, sizeof to.in_time, *to.spare ? "%s to spare" : "no SLO", to.spare);
    if (waited_ns > 0)
        text_print(to.waited, sizeof to.waited, "it waited %s ms", facts_ms(FORMAT_ROOM, waited_ns));
    else
        snprintf(to.waited, sizeof to.waited, "it did not wait");
    if (tells[decision->reason])
        tells[decision->reason](rule, &to);
    /* Whatever sent it there: that it missed its SLO is said, if the sentence does not turn on it anyway. */
    char late[FORMAT_SIZE];
    size_t end = strlen(to.full), brief_end = strlen(to.brief);
    if (rule->decision->reason == REASON_MISS_LOW || end == 0 || !choice_is_late(rule->model, rule->decision))
        return;
    rule_spare(rule, late, sizeof late, rule->here);
    snprintf(to.full + end - 1, FACTS_SENTENCE - end + 1, "; it is late by %s.", late);
    snprintf(to.brief + brief_end, FACTS_SENTENCE - brief_end, "; %s too late", late);
}
