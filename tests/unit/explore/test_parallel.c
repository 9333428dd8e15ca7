/* parallel_for: every index exactly once, whatever the number of threads. */
#include "engine/explore/parallel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { N = 1000 };

struct tally {
    unsigned seen[N]; /* each written by one thread only */
};

static void count(void *context, size_t index)
{
    ((struct tally *)context)->seen[index]++;
}

static void test_every_index_once(void **state)
{
    static const int jobs[] = {0, 1, 2, 7, PARALLEL_JOBS_MAX, 10 * PARALLEL_JOBS_MAX};

    (void)state;
    for (size_t j = 0; j < sizeof jobs / sizeof *jobs; j++) {
        struct tally tally = {{0}};
        parallel_for(N, jobs[j], count, &tally);
        for (int i = 0; i < N; i++)
            assert_int_equal(tally.seen[i], 1);
    }
}

static void test_fewer_jobs_than_threads(void **state)
{
    struct tally tally = {{0}};

    (void)state;
    parallel_for(0, 8, count, &tally);
    assert_int_equal(tally.seen[0], 0);
    parallel_for(3, 8, count, &tally);
    assert_int_equal(tally.seen[0] + tally.seen[1] + tally.seen[2], 3);
    assert_int_equal(tally.seen[3], 0);
}

static void test_processors(void **state)
{
    (void)state;
    assert_in_range(parallel_processors(), 1, PARALLEL_JOBS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_index_once),
        cmocka_unit_test(test_fewer_jobs_than_threads),
        cmocka_unit_test(test_processors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
