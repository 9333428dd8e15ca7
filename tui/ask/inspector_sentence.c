/* The first row: the decision in one sentence with the number that made the difference, long and short. A
 * word behind a $ stands for what is known of this one. */
#include "tui/ask/inspector.h"

#include "engine/base/text.h"
#include "engine/base/units.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *full, *brief;
} sentences[REASON_COUNT] = {
    [REASON_FIFO] = {"$request ran on $here: first come, first served; $waited.",
                     "→ $name: first come, $waited"},
    [REASON_MISS_HIGH] = {"$request went to $here: $low would have finished $spare after its deadline.",
                          "→ $name: on $low $spare too late"},
    [REASON_MISS_LOW] = {"$request stayed on $here, where it ends $spare after its deadline: $high was busy.",
                         "→ $name: $spare too late, $class busy"},
    [REASON_DIRTY_HIGH] = {"$request went to $here: the grid is dirty, $grid, and it was free.",
                           "→ $name: dirty grid, $grid"},
    [REASON_DIRTY_LOW] = {"$request stayed on $here: the grid is dirty, $grid, but $high was busy.",
                          "→ $name: dirty grid, $class busy"},
    [REASON_CLEAN_LOW] = {"$request stayed on $here: $in_time and a clean grid, $grid.",
                          "→ $name: in time, $grid"},
    [REASON_APPEND_LOW] = {"$request was queued on $here for good, as the literal reading has it.",
                           "→ $name: queued for good"},
    [REASON_SHARE_HIGH] =
        {"$request went to $here: it was free, and no job that waits has had less of it than $share.",
         "→ $name: smallest share, $share"},
    [REASON_DRAW_HIGH] =
        {"$request went to $here: it was free, and the draw among all $jobs jobs fell on this one.",
         "→ $name: drawn, one of $jobs jobs"},
    [REASON_OWN_LOW] = {"$request ran on $here: $busy.", "→ $name: $busy"},
    [REASON_PULL] =
        {"$request was pulled by $here, which was idle: of all it can serve this one is the oldest; $waited.",
         "→ $name: oldest, $waited"},
    [REASON_IN_TURN] = {"$request was sent to $here, $why; $before before it there.",
                        "→ $name: $why, $queue before it"},
    [REASON_AT_RANDOM] = {"$request was sent to $here, $why; $before before it there.",
                          "→ $name: $why, $queue before it"},
    [REASON_LEAST] = {"$request was sent to $here, $why; $before before it there.",
                      "→ $name: $why, $queue before it"}};

struct sentence_word {
    const char *name, *text;
};

static void expand(char out[FACTS_SENTENCE], const char *sentence, const struct sentence_word *words)
{
    *out = 0;
    while (sentence && *sentence) {
        const struct sentence_word *word = words;
        size_t n = *sentence == '$' ? 1 : strcspn(sentence, "$");
        while (*sentence == '$' && (islower((unsigned char)sentence[n]) || sentence[n] == '_'))
            n++;
        while (word->name && (strlen(word->name) != n - 1 || strncmp(word->name, sentence + 1, n - 1) != 0))
            word++;
        bool stands = *sentence == '$' && word->name;
        text_append(out, FACTS_SENTENCE, "%.*s", stands ? FACTS_SENTENCE : (int)n,
                    stands ? word->text : sentence);
        sentence += n;
    }
}

/* "the draw of this event fell elsewhere": why it did not go to the other place. */
static const char *busy_of(const struct rule *rule, struct arena *arena)
{
    return !rule->other                      ? "the high end was not to be had"
           : rule_is_idle(rule, rule->other) ? "the draw of this event fell elsewhere"
                                             : text(arena, "%s was busy", rule->other->phrase);
}

void sentence_make(const struct rule *rule)
{
    static const char *const why[REASON_COUNT] = {[REASON_IN_TURN] = "the next in turn",
                                                  [REASON_AT_RANDOM] = "drawn at random",
                                                  [REASON_LEAST] = "where the fewest requests are"};
    const struct decision *decision = rule->decision;
    char *full = rule->facts->sentence[0], *brief = rule->facts->sentence[1];
    int64_t waited_ns = decision->t_ns - decision->arrived_ns;
    int queue = decision->here.queue + (decision->here.app >= 0);
    struct arena arena = {0};
    const char *spare = rule->low && rule->facts->choice.deadline_ns >= 0
                            ? rule_spare(rule, (char[FORMAT_SIZE]){0}, FORMAT_SIZE, rule->low)
                            : "";
    const struct sentence_word words[] = {
        {"request", text(&arena, "request %s", format_count(FORMAT_ROOM, decision->request + 1))},
        {"here", rule->here->phrase},
        {"name", rule->here->name},
        {"low", rule->low ? rule->low->phrase : ""},
        {"high", rule->high ? rule->high->phrase : "the high end"},
        {"class", rule->list->high},
        {"spare", spare},
        {"in_time", *spare ? text(&arena, "%s to spare", spare) : "no SLO"},
        {"grid", text(&arena, "CIR %.*f %s CIT %.*f", rule->cir_decimals, decision->cir,
                      decision->cir > decision->cit ? ">" : "≤", rule->cir_decimals, decision->cit)},
        {"waited", waited_ns > 0 ? text(&arena, "it waited %s ms", facts_ms(FORMAT_ROOM, waited_ns))
                                 : "it did not wait"},
        {"share", text(&arena, "%.1f s", ns_to_s(decision->share_ns))},
        {"jobs", text(&arena, "%d", rule->model->n_apps)},
        {"busy", busy_of(rule, &arena)},
        {"why", decision->n_candidates > 0 ? "of equal pods the one whose GPU stays coolest"
                : why[decision->reason]    ? why[decision->reason]
                                           : "by its rule"},
        {"queue", text(&arena, "%d", queue)},
        {"before", text(&arena, "%d %s", queue, queue == 1 ? "was" : "were")},
        {NULL, NULL}};
    expand(full, sentences[decision->reason].full, words);
    expand(brief, sentences[decision->reason].brief, words);
    arena_free(&arena);
    /* Whatever sent it there: that it missed its SLO is said, if the sentence does not turn on it anyway. */
    size_t end = strlen(full);
    if (decision->reason == REASON_MISS_LOW || end == 0 || !choice_is_late(rule->model, decision))
        return;
    spare = rule_spare(rule, (char[FORMAT_SIZE]){0}, FORMAT_SIZE, rule->here);
    const struct choice_place *here = &rule->here->is;
    char turns[FORMAT_SIZE], alone[FORMAT_SIZE];
    facts_ms(turns, here->turns_ns);
    facts_ms(alone, here->run_ns - here->turns_ns);
    if (here->turns_ns > 0)
        snprintf(
            full + end - 1, FACTS_SENTENCE - end + 1,
            "; it is late by %s: its own work takes %s ms, for %s ms it waited while others had their turn.",
            spare, alone, turns);
    else
        snprintf(full + end - 1, FACTS_SENTENCE - end + 1, "; it is late by %s.", spare);
    text_append(brief, FACTS_SENTENCE,
                here->turns_ns > 0 ? "; %s too late, others' turns %s ms" : "; %s too late", spare, turns);
}
