/* Two geometric series. */
#include "tests/support/sizes.h"

#include "tests/support/long_test.h"

enum { COLUMNS_MOST = 300, ROWS_MOST = 100 };

static void step(struct sizes *at)
{
    at->row++;
    at->rows += 1 + at->rows / 7;
    if (at->columns > 0 && at->rows <= ROWS_MOST)
        return;
    at->column += at->columns > 0;
    at->columns += 1 + at->columns / 9;
    at->row = 0;
    at->rows = 1;
}

bool sizes_next(struct sizes *at)
{
    do
        step(at);
    while ((at->column + 2 * at->row) % (long_test() ? 1 : 5) != 0);
    return at->columns <= COLUMNS_MOST;
}

int sizes_choose(const struct sizes *at, int n)
{
    return (at->column + at->row) % n;
}
