/* The facts of one decision, ready to be drawn: what the rule looked at, as its paper names it, which
 * branches it asked and which it took, how long the request takes where it went and where else it could have
 * gone, and what that would have cost. All of it comes from the decision log and the model; nothing is
 * simulated here. */
#ifndef WATTIF_TUI_VIEWS_INSPECTOR_FACTS_H
#define WATTIF_TUI_VIEWS_INSPECTOR_FACTS_H

#include "engine/model/model.h"
#include "tui/term/canvas.h"
#include "tui/words/format.h"
#include "tui/views/inspector_list.h"

#include <stdbool.h>
#include <stdint.h>

enum { FACTS_STEPS = 12, FACTS_BRANCHES = 3, FACTS_SENTENCE = 320 };

/* One place where the request runs or could have run; times from its arrival. */
struct facts_place {
    char name[40];   /* "P4", "gpu2" */
    char phrase[48]; /* "its P4", "the A100", "gpu2" */
    bool chosen;
    bool estimated; /* by CarbonDIS: CT and EL */
    bool at_least;  /* a time-shared GPU or a long queue: it takes this or longer */
    int64_t wait_ns, run_ns;
    double above_idle_g,
        whole_g; /* carbon: above the idle power that is drawn anyway; with it (CE of the paper) */
    enum provenance provenance;
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
    int64_t deadline_ns;              /* from the arrival; -1 = it has no SLO */
    int n_places;
    struct facts_place places[2]; /* the low class first */
    int here, other;              /* the chosen one and the other in `places`; other -1: there is none */
    char rule[48];                /* "Algorithm 1", "DYBATCH" */
    int n_steps, n_branches;
    struct facts_step steps[FACTS_STEPS];
    struct facts_branch branches[FACTS_BRANCHES];
    char condition[200]; /* when the branch taken holds */
};

/* The facts of the chosen decision, which must exist; clock times are shown with this offset from UTC. */
void facts_make(struct facts *facts, const struct decisions *list, int32_t offset_s);

/* Time to the deadline when it runs at this place, negative = late; INT64_MAX without an SLO. */
int64_t facts_spare_ns(const struct facts *facts, const struct facts_place *place);
/* When the request ends where it went, from the numbers of the decision (not before that, where it takes
 * turns or its queue is long), and whether that is later than its SLO. */
int64_t facts_end_ns(const struct model *model, const struct decision *decision);
bool facts_missed(const struct model *model, const struct decision *decision);
/* True if the instance is one app's seat on a GPU that apps use in turns. */
bool facts_has_turns(const struct model *model, int instance);
/* "~", "÷" or "". */
const char *facts_mark(enum provenance provenance);
/* "214", "14.4", "4.2", "0.31": milliseconds with as many decimals as the size asks for. */
char *facts_ms(char *out, int64_t ns);

/* inspector_rules.c: steps, branches, sentences and the condition, by the reason. */
void facts_describe_rule(struct facts *facts, const struct decisions *list, int32_t offset_s);

#endif
