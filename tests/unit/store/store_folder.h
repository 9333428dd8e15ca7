/* For a file whose tests keep their stores in one folder, which is there while they run. Header only. */
#ifndef WATTIF_TESTS_STORE_FOLDER_H
#define WATTIF_TESTS_STORE_FOLDER_H

#include "tests/unit/store/store_support.h"

FACTS_BETWEEN(make_folder, remove_folder)

#endif
