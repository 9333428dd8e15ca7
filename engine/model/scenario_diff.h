/* What leads from one scenario to another: initial values, edits that are new or say something else, edits
 * that are gone. Knobs are told by their names, so the two need not list their apps alike. The command line
 * of a run, the sentences about changes and a lost history are all made of this. */
#ifndef WATTIF_MODEL_SCENARIO_DIFF_H
#define WATTIF_MODEL_SCENARIO_DIFF_H

#include "engine/model/scenario.h"

enum scenario_step_kind { STEP_SET, STEP_EDIT, STEP_EDIT_GONE };

struct scenario_step {
    enum scenario_step_kind kind;
    int64_t t_ns;         /* of edits */
    struct knob_ref knob; /* as the other scenario has it; of an edit that is gone, as the first has it */
    struct knob_value value;
};

/* In an order in which the steps can be made: initial values, schemes before the fleet, because each may take
 * a fleet along, which then is no step of its own; edits; edits that are gone. */
struct scenario_diff {
    int n, size;
    struct scenario_step *steps; /* owned; scenario_diff_free */
};

/* False when out of memory; then the diff is empty. */
bool scenario_diff_make(struct scenario_diff *diff, const struct scenario *from, const struct scenario *to);
void scenario_diff_free(struct scenario_diff *diff);

#endif
