/* Heat: values as colours of the ramp, and a trace's year as a map of them: a column for each week, a row for
 * each hour of the local day; where room is short both are joined. A cell also has a height (or a denser sign
 * in ASCII) in the colour of its ground: invisible in colour, it carries the map where there is none. */
#ifndef WATTIF_TUI_WIDGETS_HEAT_H
#define WATTIF_TUI_WIDGETS_HEAT_H

#include "tui/term/canvas.h"
#include "engine/answers/days.h"

enum { HEAT_STEPS = 7 };

/* The step of the ramp, 0 (cleanest) to 6, of a value as a multiple of the mean; the middle is 0.95 to 1.05.
 */
int heat_step(double ratio);
enum role heat_role(double ratio);

/* One cell of this step. */
void heat_cell(struct canvas *canvas, int x, int y, int step);

/* The map with its hours at the left and its months below; NAN cells stay empty. Returns the rows it took. */
int heat_draw(const struct year *year, struct rect rect, struct canvas *canvas);

/* "155 ▁▂▃▄▅▆▇ 288 g/kWh": what the colours mean for this mean. Returns the columns it took. */
int heat_legend(double mean, struct rect row, enum role ground, struct canvas *canvas);

/* Values as a line of bars from `least` to `greatest`, coloured by how they stand to the mean; n values are
 * shared out to the columns. */
struct heat_range {
    double least, greatest, mean;
};
void heat_spark(const double *values, int n, struct heat_range range, struct rect row, enum role ground,
                struct canvas *canvas);

#endif
