/* A scenario as lists show it beside them: what runs on what, under which schemes, on which grid. */
#ifndef WATTIF_TUI_VIEWS_SCENARIO_PREVIEW_H
#define WATTIF_TUI_VIEWS_SCENARIO_PREVIEW_H

#include "engine/model/scenario.h"
#include "engine/model/trace.h"
#include "tui/widgets/parts.h"

/* `trace` is the scenario's; NULL: the library has it not. */
void scenario_preview(struct lines *lines, const struct scenario *scenario, const struct carbon_trace *trace);

#endif
