/* The table of formats. To add one: a file beside this one that defines its `struct importer`, and a row of
 * importers.def. */
#include "store/import/import.h"

const struct importer *const importers[] = {
#define IMPORTER_ROW(name) &importer_##name,
#include "store/import/importers.def"
};

const size_t importer_count = sizeof importers / sizeof *importers;
