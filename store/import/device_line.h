/* GPU types in profile files. A profile may say above its header what its GPU is, so that a scenario can use
 * it at once:
 *
 *     # device: {"gpu": "H200", "memory_gb": 140.4, "idle_power_w": 76.3, "power_limit_w": 700, "mig": true}
 *
 * Keys are those of datasets/profiles/devices.csv, and idle_power_w must be there; provenance is that of the
 * embodied figure. Other lines that begin with '#' are for people. */
#ifndef WATTIF_STORE_IMPORT_DEVICE_LINE_H
#define WATTIF_STORE_IMPORT_DEVICE_LINE_H

#include "store/import/import.h"

/* Adds a device item behind the profiles of the result for each such line, and says so in its summary. False
 * with faults. */
bool device_lines_read(const struct csv_reader *reader, struct import_job *job);

/* One such line; false with faults at `where`. */
bool device_line_read(const char *line, const char *where, struct device_type *device, struct faults *faults);

/* The line of a device, malloc'ed, without a line break; NULL when out of memory. */
char *device_line_text(const struct device_type *device);

#endif
