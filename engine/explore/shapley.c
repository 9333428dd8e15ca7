/* Weights are whole numbers until the end, factorials up to 10!, and doubles hold them exactly: what is
 * rounded is the differences alone. */
#include "engine/explore/shapley.h"

#include <math.h>

static double factorial(int n)
{
    double product = 1;
    for (int k = 2; k <= n; k++)
        product *= k;
    return product;
}

static int members(unsigned set)
{
    return __builtin_popcount(set);
}

/* Differences of values that are equal but for their last digits are not told from none. */
static double without_dust(const double *values, int n, double sum)
{
    double most = 0;
    for (unsigned set = 0; set < 1U << n; set++)
        most = fmax(most, fabs(values[set]));
    return fabs(sum) < 1e-10 * most ? 0 : sum;
}

double shapley_share(const double *values, int n, int player)
{
    unsigned own = 1U << player;
    double sum = 0;
    for (unsigned set = 0; set < 1U << n; set++)
        if (!(set & own))
            sum +=
                factorial(members(set)) * factorial(n - 1 - members(set)) * (values[set | own] - values[set]);
    return without_dust(values, n, sum / factorial(n));
}

double shapley_interaction(const double *values, int n, int a, int b)
{
    unsigned one = 1U << a, other = 1U << b;
    double sum = 0;
    for (unsigned set = 0; set < 1U << n; set++)
        if (!(set & (one | other)))
            sum += factorial(members(set)) * factorial(n - 2 - members(set)) *
                   ((values[set | one | other] - values[set | one]) - (values[set | other] - values[set]));
    return without_dust(values, n, sum / factorial(n - 1));
}
