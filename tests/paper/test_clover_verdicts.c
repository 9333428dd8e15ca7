/* CL-5 .. CL-19 against the record: over a minute of simulation, so only optimised builds do it. */
#include "tests/paper/record.h"
#include "tests/support/test.h"

static void test_verdicts(void)
{
    if (SLOW_BUILD) {
        puts("skipped: over a minute of simulation is left to optimised builds (CMAKE_BUILD_TYPE=Release)");
        skip();
    }
    free(record_find(library_paper(&library, "CL"), true, false));
}

int main(void)
{
    return tests_run_in(open_library, close_library, TEST(test_verdicts));
}
