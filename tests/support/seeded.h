/* The store that all tests share: it holds the library and nothing else, because filling one takes seconds
 * under the sanitizers (tests/CMakeLists.txt). Whoever names this header gets it made first. */
#ifndef WATTIF_TESTS_SEEDED_H
#define WATTIF_TESTS_SEEDED_H

#include <stdbool.h>

/* Puts a copy of it there. False, and no file, where a test runs by itself: opening it then fills it. */
bool seeded_copy(const char *path);

#endif
