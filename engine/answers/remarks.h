/* What should be known of a run beside its numbers: where something that was asked for could not be done, and
 * what stands in its place. In words that the command line, JSON, the dashboard and the view of sources
 * share. */
#ifndef WATTIF_ANSWERS_REMARKS_H
#define WATTIF_ANSWERS_REMARKS_H

#include "engine/model/model.h"
#include "engine/sim/summary.h"

enum { REMARKS_MAX = 16 + AFFINITIES_MAX };

struct remark {
    char brief[64]; /* "uncompensated: 8 GPUs" */
    char text[512];
};

/* How many; `summary` NULL: what only a run can tell is left out. */
int remarks_list(const struct model *model, const struct summary *summary, struct remark list[REMARKS_MAX]);

/* Schemes had answers refused; false: none had. */
bool remark_refused(const struct model *model, const struct summary *summary, struct remark *own);
/* What whoever sets this should know: that nobody reads it here, or who keeps a value of its own; false:
 * nothing. */
bool remark_setting(const struct scenario *scenario, struct knob_ref knob, const struct knob_value *value,
                    struct remark *own);

#endif
