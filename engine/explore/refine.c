/* Neighbours are found by looking: for each point of the front and each of its ranges the nearest
 * configuration on either side that has all else in common; and the next point of the front where it differs
 * in several numbers. */
#include "engine/explore/refine.h"

#include "engine/base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_SIZE = 32 };

struct refining {
    struct sweep *sweep;
    const struct front_point *means;
    size_t n, budget, added;      /* configurations that have means */
    double steps[SWEEP_AXES_MAX]; /* least distance of neighbours of the grid; 0: names */
};

static double number_at(const struct sweep *sweep, size_t axis, size_t value)
{
    double number = NAN;
    text_to_number(sweep->axes[axis].values[value], &number);
    return number;
}

static double step_of(const struct sweep *sweep, size_t axis)
{
    double least = INFINITY;
    for (size_t i = 1; i < sweep->axes[axis].n; i++) {
        double distance = fabs(number_at(sweep, axis, i) - number_at(sweep, axis, i - 1));
        if (isnan(distance))
            return 0;
        least = distance > 0 ? fmin(least, distance) : least;
    }
    return isfinite(least) ? least : 0;
}

static bool is_there(const struct sweep *sweep, const char *const *values)
{
    size_t at[SWEEP_AXES_MAX];
    for (size_t i = 0; i < sweep_configurations(sweep); i++) {
        bool same = true;
        sweep_place(sweep, i, at);
        for (size_t a = 0; a < sweep->n_axes && same; a++)
            same = strcmp(sweep->axes[a].values[at[a]], values[a]) == 0;
        if (same)
            return true;
    }
    return false;
}

/* Halfway, as a user would write it. False where the two are as close as it goes. */
static bool halve(const struct refining *refining, size_t axis, size_t from, size_t to, char out[NUMBER_SIZE])
{
    double a = number_at(refining->sweep, axis, from), b = number_at(refining->sweep, axis, to);
    double finest = refining->steps[axis] / (1 << REFINE_HALVINGS), middle = (a + b) / 2;
    if (!(refining->steps[axis] > 0) || !(fabs(b - a) / 2 >= finest * (1 - 1e-9)))
        return false;
    snprintf(out, NUMBER_SIZE, "%.12g", middle);
    text_to_number(out, &middle);
    text_from_number(middle, out, NUMBER_SIZE);
    return true;
}

/* The configuration in the middle of two, where they differ in numbers alone and come to different things. */
static void try_between(struct refining *refining, size_t one, size_t other)
{
    struct sweep *sweep = refining->sweep;
    struct front_point a = refining->means[one], b = refining->means[other];
    size_t from[SWEEP_AXES_MAX], to[SWEEP_AXES_MAX];
    char numbers[SWEEP_AXES_MAX][NUMBER_SIZE];
    const char *values[SWEEP_AXES_MAX];
    bool differ = false, good = true;
    if (refining->added == refining->budget || (a.across == b.across && a.up == b.up))
        return;
    sweep_place(sweep, one, from);
    sweep_place(sweep, other, to);
    for (size_t k = 0; k < sweep->n_axes && good; k++) {
        values[k] = sweep->axes[k].values[from[k]];
        if (from[k] == to[k])
            continue;
        good = halve(refining, k, from[k], to[k], numbers[k]);
        values[k] = numbers[k];
        differ = true;
    }
    if (good && differ && !is_there(sweep, values) && sweep_add(sweep, values, NULL))
        refining->added++;
}

/* The nearest one that differs in this axis alone, with a greater or a lesser value; SIZE_MAX: none. */
static size_t beside(const struct refining *refining, size_t of, size_t axis, int way)
{
    const struct sweep *sweep = refining->sweep;
    size_t own[SWEEP_AXES_MAX], at[SWEEP_AXES_MAX], found = SIZE_MAX;
    double nearest = INFINITY;
    sweep_place(sweep, of, own);
    for (size_t i = 0; i < refining->n; i++) {
        bool alike = !isnan(refining->means[i].across) && !isnan(refining->means[i].up);
        sweep_place(sweep, i, at);
        for (size_t a = 0; a < sweep->n_axes && alike; a++)
            alike = a == axis || at[a] == own[a];
        double distance = way * (number_at(sweep, axis, at[axis]) - number_at(sweep, axis, own[axis]));
        if (alike && distance > 0 && distance < nearest) {
            nearest = distance;
            found = i;
        }
    }
    return found;
}

/* Else it is the neighbours' to look between. */
static bool differ_in_several(const struct sweep *sweep, size_t one, size_t other)
{
    size_t a[SWEEP_AXES_MAX], b[SWEEP_AXES_MAX], differ = 0;
    sweep_place(sweep, one, a);
    sweep_place(sweep, other, b);
    for (size_t k = 0; k < sweep->n_axes; k++)
        differ += a[k] != b[k];
    return differ > 1;
}

size_t sweep_refine(struct sweep *sweep, const struct front_point *means, const size_t *front, size_t n_front,
                    size_t budget)
{
    struct refining refining = {
        .sweep = sweep, .means = means, .n = sweep_configurations(sweep), .budget = budget};
    for (size_t a = 0; a < sweep->n_axes; a++)
        refining.steps[a] = step_of(sweep, a);
    for (size_t k = 0; k < n_front; k++) {
        if (k > 0 && differ_in_several(sweep, front[k - 1], front[k]))
            try_between(&refining, front[k - 1], front[k]);
        for (size_t a = 0; a < sweep->n_axes; a++)
            for (int way = -1; way <= 1 && refining.steps[a] > 0; way += 2) {
                size_t other = beside(&refining, front[k], a, way);
                if (other != SIZE_MAX)
                    try_between(&refining, front[k], other);
            }
    }
    return refining.added;
}
