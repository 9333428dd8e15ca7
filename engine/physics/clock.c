/* From the highest clock down, so that a tie stays with the higher one. */
#include "engine/physics/clock.h"

int clock_best(const struct clock_point *points, int n, double ci_g_per_kwh, double embodied_g_per_s)
{
    int best = -1;
    double least_g = 0;
    for (int k = n - 1; k >= 0; k--) {
        double grams = clock_grams(&points[k], ci_g_per_kwh, embodied_g_per_s);
        if (!points[k].feasible || (best >= 0 && !(grams < least_g)))
            continue;
        best = k;
        least_g = grams;
    }
    return best;
}
