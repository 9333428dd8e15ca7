/* CL-5 .. CL-19 against the record: half a minute of simulation, so only optimised builds do it. CL-13 to
 * CL-16 share hardly a run with the others and take longer than they all: a long test alone has them. What
 * ORACLE can save within 0.8 % (test_clover_readings.c) already rules CL-14 out. */
#include "tests/paper/record.h"

FACT(test_verdicts)
{
    if (SLOW_BUILD) {
        puts("skipped: half a minute of simulation is left to optimised builds (CMAKE_BUILD_TYPE=Release)");
        skip();
    }
    free(record_find(library_paper(&library, "CL"), true, false));
}

FACTS_BETWEEN(open_library, close_library)
