/* The work is done on a copy, which becomes triangular column by column: the one with the most left first. */
#include "engine/base/linear.h"

#include <math.h>

struct triangle {
    struct linear left;
    int order[LINEAR_UNKNOWNS_MAX]; /* the unknown of each column */
};

/* Length of a column below row `from`. */
static double length_below(const struct linear *system, int column, int from)
{
    double squares = 0;
    for (int r = from; r < system->rows; r++)
        squares += system->a[r][column] * system->a[r][column];
    return sqrt(squares);
}

/* Returns the rank. */
static int make_triangle(const struct linear *system, struct triangle *triangle)
{
    const double least = 1e-10;
    double greatest = 0;
    triangle->left = *system;
    for (int j = 0; j < system->unknowns; j++)
        triangle->order[j] = j;
    for (int k = 0; k < system->unknowns && k < system->rows; k++) {
        int pivot = k;
        double length = length_below(&triangle->left, k, k);
        for (int j = k + 1; j < system->unknowns; j++) {
            double other = length_below(&triangle->left, j, k);
            if (other > length) {
                length = other;
                pivot = j;
            }
        }
        greatest = k == 0 ? length : greatest;
        if (!(length > least * greatest))
            return k;
        int unknown = triangle->order[k];
        triangle->order[k] = triangle->order[pivot];
        triangle->order[pivot] = unknown;
        for (int r = 0; r < triangle->left.rows; r++) {
            double value = triangle->left.a[r][k];
            triangle->left.a[r][k] = triangle->left.a[r][pivot];
            triangle->left.a[r][pivot] = value;
        }
        /* The reflection that takes all of column k below its diagonal to zero, of the columns from k on and
         * of b. */
        struct linear *left = &triangle->left;
        double v[LINEAR_ROWS_MAX] = {0}, squares = 0;
        for (int r = k; r < left->rows; r++)
            v[r] = left->a[r][k];
        v[k] += v[k] < 0 ? -length : length;
        for (int r = k; r < left->rows; r++)
            squares += v[r] * v[r];
        for (int j = k; j <= left->unknowns; j++) {
            double dot = 0;
            for (int r = k; r < left->rows; r++)
                dot += v[r] * (j < left->unknowns ? left->a[r][j] : left->b[r]);
            for (int r = k; r < left->rows; r++)
                *(j < left->unknowns ? &left->a[r][j] : &left->b[r]) -= 2 * dot / squares * v[r];
        }
    }
    return system->unknowns < system->rows ? system->unknowns : system->rows;
}

int linear_rank(const struct linear *system)
{
    struct triangle triangle;
    return make_triangle(system, &triangle);
}

bool linear_solve(const struct linear *system, double x[LINEAR_UNKNOWNS_MAX])
{
    struct triangle triangle;
    if (make_triangle(system, &triangle) < system->unknowns)
        return false;
    for (int k = system->unknowns - 1; k >= 0; k--) {
        double value = triangle.left.b[k];
        for (int j = k + 1; j < system->unknowns; j++)
            value -= triangle.left.a[k][j] * x[triangle.order[j]];
        x[triangle.order[k]] = value / triangle.left.a[k][k];
    }
    return true;
}
