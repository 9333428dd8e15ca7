/* A folder that is there while the tests of a file run: FACTS_BETWEEN(make_folder, remove_folder), or what
 * calls these. Header only. */
#ifndef WATTIF_TESTS_FOLDER_H
#define WATTIF_TESTS_FOLDER_H

#include "tests/support/test.h"

#include <unistd.h>

static char folder[128];

/* In memory where ./dev found room for it: every save waits for its disk. */
static inline int make_folder(void **state)
{
    const char *parent = getenv("WATTIF_TEST_FOLDER");
    snprintf(folder, sizeof folder, "%s/wattif-test-XXXXXX", parent && *parent ? parent : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    char command[400];
    snprintf(command, sizeof command, "chmod -R u+w '%s' && rm -rf '%s'", folder, folder);
    return system(command);
}

#endif
