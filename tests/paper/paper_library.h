/* For a group of paper tests: one library, open while they run. */
#ifndef WATTIF_TESTS_PAPER_LIBRARY_H
#define WATTIF_TESTS_PAPER_LIBRARY_H

#include "tests/paper/paper_inputs.h"

static struct library library;

static inline int open_library(void **state)
{
    library_open(&library);
    return 0;
}

static inline int close_library(void **state)
{
    library_close(&library);
    return 0;
}

#endif
