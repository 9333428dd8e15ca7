/* What the inspector's files share: the question (inspector.c), its list (inspector_list.c), the facts of the
 * chosen decision (inspector_rules.c, inspector_sentence.c) and a picture (tui/views/inspector_window.c). */
#ifndef WATTIF_TUI_ASK_INSPECTOR_H
#define WATTIF_TUI_ASK_INSPECTOR_H

#include "engine/answers/choice.h"
#include "engine/explore/result.h"
#include "engine/sim/decision.h"
#include "tui/ask/ask.h"
#include "tui/words/format.h"

/* The list of the inspector: a window of decisions out of a finished run, those of them that the filter lets
 * through, and the chosen one. Nothing is stored with a run: a window is simulated again from the nearest
 * snapshot, once; when the choice leaves it, the next one is. So one can walk through a run of any length,
 * and moving inside the window costs nothing. */

struct decisions {
    struct result *result;    /* held; NULL: nothing is shown */
    struct decision_log *log; /* the window; owned */
    int64_t from_ns, to_ns;   /* of the window, both included */
    int *shown, n_shown;      /* those that pass the filter, as indices into the log, oldest first; owned */
    int at;                   /* the chosen one, as a position in `shown`; -1 = none */
    struct decision chosen;   /* it, or the last one that was; valid if any_chosen */
    bool any_chosen;
    char filter[48];
    char low[24], high[24]; /* the types of the two classes in short: "P4", "A100"; "" = the fleet has none */
};

/* False when out of memory. */
void decisions_init(struct decisions *list);
void decisions_free(struct decisions *list);

/* Shows the decisions around t of a finished result (held until another is shown) and chooses the one whose
 * request ended too late at t, else one made at t, else the one that ended too late nearest to t, else the
 * last one up to t. */
void decisions_show(struct decisions *list, struct result *result, int64_t t_ns);
/* Shows nothing. */
void decisions_drop(struct decisions *list);

/* NULL: none is chosen. */
const struct decision *decisions_chosen(const struct decisions *list);

/* Moves the choice by so many rows that pass the filter; beyond the window it goes on in the next one. False:
 * there are no more, the choice is on the last one. */
bool decisions_step(struct decisions *list, int steps);
/* To the next (1) or previous (-1) decision that was made for the same reason; false: there is none. */
bool decisions_same(struct decisions *list, int direction);
/* To the next decision whose request was late, from the last on to the first; false: none was. */
bool decisions_late(struct decisions *list);
/* To the first (-1) or last (1) row of the window; from there to that of the run. */
void decisions_end(struct decisions *list, int direction);
/* Chooses a position in `shown`. */
void decisions_choose(struct decisions *list, int position);

/* Filters by app, GPU, reason and names: every part of the filter must begin a word of "job 1 A100 late on
 * miss efficientnetv2-b3 high0 over SLO", the last one where the request took longer than its SLO; a part
 * begins with a letter, so "job 1 late" has two. A GPU is where the request went, not one that the reason
 * names. */
void decisions_filter(struct decisions *list, const char *filter);

/* Where an instance is, in short: "A100", or the GPU's own name where the app may use several of a type, with
 * the slot where a GPU has several: "gpu0/2". Needs 40 bytes. */
void decisions_place_name(const struct model *model, int app, int instance, char *out, size_t size);
/* The reason in two or three words: "late on P4". Needs 48 bytes. */
const char *decisions_phrase(const struct decisions *list, enum reason reason, char *out, size_t size);

/* The facts of one decision, ready to be drawn: what the rule looked at, as its paper names it, which
 * branches it asked and which it took, and where the request went or could have gone
 * (engine/answers/choice.h). */

enum { FACTS_STEPS = 12, FACTS_BRANCHES = 3, FACTS_SENTENCE = 320 };

/* One place where the request runs or could have run, with its names. */
struct facts_place {
    struct choice_place is;
    char name[40];   /* "P4", "gpu2" */
    char phrase[48]; /* "its P4", "the A100", "gpu2" */
};

/* One row of the steps: "EL  estimated P4 time  263.0 ms~  mean of 412 runs". */
struct facts_step {
    char symbol[16], what[48], value[32], origin[64];
    enum tone tone; /* of the value: TONE_EDIT where an edit of the user is in force */
    enum provenance provenance;
    double share; /* 0..1: a bar stands for `what`; NAN: none */
};

enum facts_state { FACTS_TAKEN, FACTS_PASSED, FACTS_NOT_ASKED };

/* One branch of the rule: "4 ESFT > EXFT: late on the P4  304 > 290  -> A100, free". */
struct facts_branch {
    char number[4], text[64], numbers[40], outcome[64];
    enum facts_state state;
};

struct facts {
    struct decision decision;
    char app[FORMAT_SIZE];
    char sentence[2][FACTS_SENTENCE]; /* long and short, what follows the app's name */
    struct router_choice choice;
    struct facts_place places[2]; /* as the choice has them */
    char rule[48];                /* "Algorithm 1", "DYBATCH" */
    int n_steps, n_branches;
    struct facts_step steps[FACTS_STEPS];
    struct facts_branch branches[FACTS_BRANCHES];
    char condition[200]; /* when the branch taken holds */
};

/* The facts of the chosen decision, which must exist; clock times are shown with this offset from UTC. */
void facts_make(struct facts *facts, const struct decisions *list, int32_t offset_s);

/* "214", "14.4", "4.2", "0.31": milliseconds with as many decimals as the size asks for. */
char *facts_ms(char *out, int64_t ns);

/* --- what the two files that put a rule into words share --- */

/* The decision with what belongs to it, and numbers as text. */
struct rule {
    struct facts *facts;
    const struct decision *decision;
    const struct decisions *list;
    const struct model *model;
    int32_t offset_s;
    const struct facts_place *here, *other; /* other may be NULL */
    const struct facts_place *low, *high;   /* CarbonDIS: the estimated one and the one beside it, or NULL */
    int late_decimals, cir_decimals;        /* as many as tell the two sides of a comparison apart */
};

/* How far from its deadline a place ends, without sign, in the decimals of the comparison: "14 ms". */
const char *rule_spare(const struct rule *rule, char *out, size_t size, const struct facts_place *place);
bool rule_is_idle(const struct rule *rule, const struct facts_place *place);

/* inspector_sentence.c */
void sentence_make(const struct rule *rule);

/* --- the question --- */

struct inspector {
    struct decisions list;
    struct facts facts; /* of the chosen decision; valid if any_facts */
    bool any_facts;
    int64_t t_ns; /* what was looked at last */
    /* As it was told last: the step chosen, the window, the clock's offset from UTC. */
    bool is_told;
    size_t told;
    int64_t from_ns, to_ns;
    int32_t offset_s;
    int n_missed; /* requests of the window that missed their SLO */
};

/* inspector_window.c: how long every request of the window took, the chosen one among them. */
void inspector_draw(const struct ask *ask, struct rect rect, struct canvas *canvas);

#endif
