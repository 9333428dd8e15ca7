/* Round steps, and how far apart the labels of a chart of so many rows may be. */
#include "tui/widgets/scale.h"

#include <math.h>
#include <stddef.h>

/* The smallest of these steps (the last is 10) times a power of ten that is not below the value; 1 for what
 * is no number above 0. */
static double step_up(double value, const double *steps)
{
    if (!(value > 0) || value > 1e15)
        return 1;
    double power = 1;
    while (power > value)
        power /= 10;
    while (power * 10 <= value)
        power *= 10;
    while (*steps < 10 && *steps * power < value * (1 - 1e-9))
        steps++;
    return *steps * power;
}

double scale_nice(double value)
{
    static const double steps[] = {1, 2, 2.5, 5, 10};
    return step_up(value, steps);
}

struct scale scale_to(double min, double max)
{
    if (!(max > min))
        return (struct scale){min, min + 1};
    double step = scale_nice((max - min) / 4);
    double top = min + step * ceil((max - min) / step - 1e-9);
    return (struct scale){min, top};
}

/* Rows from one label to the next: low plots have one or two labels, high ones about one in three rows. */
static int label_rows(int rows)
{
    return rows <= 3 ? 1 : rows <= 15 ? 2 : rows <= 24 ? 3 : 4;
}

/* Steps that people count in. */
static double round_step(double value)
{
    static const double steps[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
    return step_up(value, steps);
}

struct scale scale_fit(double min, double max, int rows)
{
    struct scale best = scale_to(min, max);
    double least = INFINITY;
    if (!(max > min) || rows < 1)
        return best;
    for (int every = label_rows(rows); every <= label_rows(rows) + 1 && every <= rows; every++) {
        double labels = (double)rows / every, step = round_step((max - min) / labels);
        for (int i = 0; i < 8; i++, step = round_step(step * 1.01)) {
            double base = step * floor(min / step + 1e-9), top = base + step * labels;
            if (top < max * (1 - 1e-9) || top - base >= least)
                continue;
            least = top - base;
            best = (struct scale){base, top};
        }
    }
    return best;
}

struct scale scale_through(double level, double max, int rows)
{
    static const int parts[] = {1, 2, 4, 5, 10};
    struct scale best = {0, fmax(level, max) * 1.25};
    double least = INFINITY;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (int every = label_rows(rows); every <= label_rows(rows) + 2; every++) {
            double top = level / parts[i] * rows / every;
            if (top < max || parts[i] * every > rows - 1 || top >= least)
                continue;
            least = top;
            best.max = top;
        }
    return best;
}

struct scale scale_about(double min, double max, int rows)
{
    double row = round_step(fmax((max - min) / (rows > 1 ? rows : 1), 1e-12));
    for (int i = 0; i < 64 && ceil(max / row - 1e-9) + ceil(-min / row - 1e-9) > rows; i++)
        row = round_step(row * 1.01);
    double below = fmin(ceil(-min / row - 1e-9), rows);
    double spare = rows - below - ceil(max / row - 1e-9);
    if (max <= 0 && spare > 0) /* all is below: the zero line is at the top */
        below = rows;
    return (struct scale){-below * row, (rows - below) * row};
}

int scale_even_rows(struct scale scale, int rows)
{
    double row = (scale.max - scale.min) / (rows > 0 ? rows : 1);
    for (int every = label_rows(rows); every <= rows; every++) {
        double step = round_step(row * every);
        if (fabs(step - row * every) < 1e-9 * step &&
            fabs(scale.min / step - floor(scale.min / step + 0.5)) < 1e-6)
            return every;
    }
    return 0;
}
