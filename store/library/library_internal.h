/* What the two halves of the library share: the columns of versions and of rows, field by field. */
#ifndef WATTIF_STORE_LIBRARY_LIBRARY_INTERNAL_H
#define WATTIF_STORE_LIBRARY_LIBRARY_INTERNAL_H

#include "store/rows.h"

extern const struct row_field library_device_fields[];
extern const size_t library_n_device_fields;
extern const struct row_field library_profile_fields[]; /* all but provenance, which is a name in SQL */
extern const size_t library_n_profile_fields;

#endif
