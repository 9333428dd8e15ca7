/* The hours of one day of a trace with a run marked on them: steps held, coloured by how they stand to the
 * history's mean (the dashed line); the run bright, what is before and after it faint; below, the run as a
 * bar, the clock of the zone and UTC. */
#ifndef WATTIF_TUI_VIEWS_START_PLOT_H
#define WATTIF_TUI_VIEWS_START_PLOT_H

#include "tui/term/canvas.h"
#include "engine/answers/days.h"

struct start_plot {
    const struct days *days;
    int day;
    int64_t start_s; /* of the run */
    int64_t length_ns;
    double aci; /* NAN: no line, no colours */
};

enum { START_PLOT_MIN_H = 4 }; /* two rows of curve, the bar, the clock */

void start_plot_draw(const struct start_plot *plot, struct rect rect, struct canvas *canvas);

#endif
