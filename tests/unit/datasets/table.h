/* A shipped table, as the tests of data read it: a fault of the file is the test's failure, at its place. */
#ifndef WATTIF_TESTS_DATASETS_TABLE_H
#define WATTIF_TESTS_DATASETS_TABLE_H

#include "datasets/profiles/csv_table.h"
#include "tests/unit/datasets/rebuild.h"

#define MEASUREMENTS "datasets/profiles/measurements"
#define PROFILES "datasets/profiles"

/* The file of a folder of the repository; csv_table_free when done. */
static inline void table_open(struct csv_table *table, const char *folder, const char *name)
{
    char relative[256], path[1024];
    snprintf(relative, sizeof relative, "%s/%s", folder, name);
    must(csv_table_read(table, repository_path(path, sizeof path, relative), &err), &err);
}

static inline double cell_number(const struct csv_table *table, size_t row, const char *column)
{
    double value = 0;
    must(csv_number(table, row, column, &value, &err), &err);
    return value;
}

#endif
