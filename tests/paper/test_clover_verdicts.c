/* CL-5 .. CL-19 against the record: over a minute of simulation, so only optimised builds do it. */
#include "tests/paper/record.h"

FACT(test_verdicts)
{
    if (SLOW_BUILD) {
        puts("skipped: over a minute of simulation is left to optimised builds (CMAKE_BUILD_TYPE=Release)");
        skip();
    }
    free(record_find(library_paper(&library, "CL"), true, false));
}

FACTS_BETWEEN(open_library, close_library)
