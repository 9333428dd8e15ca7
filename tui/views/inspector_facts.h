/* The facts of one decision, ready to be drawn: what the rule looked at, as its paper names it, which
 * branches it asked and which it took, and where the request went or could have gone
 * (engine/answers/choice.h). */
#ifndef WATTIF_TUI_VIEWS_INSPECTOR_FACTS_H
#define WATTIF_TUI_VIEWS_INSPECTOR_FACTS_H

#include "engine/answers/choice.h"
#include "tui/term/canvas.h"
#include "tui/words/format.h"
#include "tui/views/inspector_list.h"

#include <stdbool.h>
#include <stdint.h>

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
    enum role role; /* of the value: ROLE_EDIT where an edit of the user is in force */
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
    struct choice choice;
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
void rule_spare(const struct rule *rule, char *out, size_t size, const struct facts_place *place);
bool rule_is_idle(const struct rule *rule, const struct facts_place *place);

/* inspector_sentence.c */
void sentence_make(const struct rule *rule);

#endif
