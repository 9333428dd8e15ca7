/* A choice: what a logged decision (engine/sim/decision.h) meant in numbers. How long the request takes where
 * it went and where else it could have gone, what either costs in carbon, whether it is late, which branch of
 * CarbonDIS's rule was taken, and who else waited for the high class under DYBATCH. All of it comes from the
 * log and the model; nothing is simulated. */
#ifndef WATTIF_ANSWERS_CHOICE_H
#define WATTIF_ANSWERS_CHOICE_H

#include "engine/model/model.h"
#include "engine/sim/decision.h"

/* One place where the request runs or could have run; times from its arrival. */
struct choice_place {
    int instance;
    bool chosen;
    bool estimated; /* by CarbonDIS: CT and EL */
    bool at_least;  /* a time-shared GPU or a long queue: it takes this or longer */
    int64_t wait_ns, run_ns;
    int64_t
        turns_ns; /* of run_ns what others had, where it is served in turns and its end is known; else 0 */
    double above_idle_g, whole_g; /* carbon: above the idle power that is drawn anyway; with it (CE of the
                                     paper) */
    enum provenance provenance;
};

struct router_choice {
    int64_t deadline_ns; /* from the arrival; -1: it has no SLO */
    int n_places;
    struct choice_place places[2]; /* the low class first */
    int here, other;               /* the chosen one and the other in `places`; other -1: there is none */
};

struct router_choice choice_of(const struct model *model, const struct decision *decision);

/* Time to the deadline when it runs at this place, negative is late; INT64_MAX without an SLO. */
int64_t choice_spare_ns(const struct router_choice *choice, const struct choice_place *place);

/* When the request ends where it went, from the numbers of the decision; where it takes turns or its queue is
 * long, when the log saw it end, or not before that; and whether that is later than its SLO. */
int64_t choice_end_ns(const struct model *model, const struct decision *decision);
bool choice_is_late(const struct model *model, const struct decision *decision);

/* When the request runs where it went, by what the simulator knows. */
struct choice_span {
    int64_t from_ns, to_ns;
};
struct choice_span choice_runs(const struct model *model, const struct decision *decision);

/* How much later than its deadline CarbonDIS estimates it on the low class; negative is in time. */
int64_t choice_estimated_late_ns(const struct decision *decision);

/* True if the instance is one app's seat on a GPU that apps use in turns. */
bool choice_takes_turns(const struct model *model, int instance);

/* The branch of CarbonDIS's rule that the decision took: steps 4, 5 and 6 of Algorithm 1, or none. The log
 * has one reason for what the literal reading appends, whichever led there: that is asked of the rule again.
 */
enum choice_branch { CHOICE_NONE = -1, CHOICE_LATE, CHOICE_DIRTY, CHOICE_CLEAN };
enum choice_branch choice_carbondis_branch(const struct decision *decision);

/* --- DYBATCH --- */

/* High-end time of an app just before decision number `at` of the log, by what its own decisions in it say;
 * -1: not known. */
int64_t choice_share_ns(const struct model *model, const struct decision_log *log, int at, int app);
/* The app, other than the decision's own, that waited with the least of it; -1: none did, or it is not known.
 */
int choice_runner_up(const struct model *model, const struct decision_log *log, int at, int64_t *share_ns);

#endif
