/* A carbon trace as lists show it beside them: a year at a glance, its statistics, what its grams count, its
 * gaps, where it comes from. */
#ifndef WATTIF_TUI_VIEWS_TRACE_PREVIEW_H
#define WATTIF_TUI_VIEWS_TRACE_PREVIEW_H

#include "engine/answers/year.h"
#include "tui/widgets/parts.h"

/* `year` is made of the trace. */
void trace_preview(struct lines *lines, const struct carbon_trace *trace, const struct year *year);

#endif
