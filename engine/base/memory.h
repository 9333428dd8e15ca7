/* Memory that one run frees is kept for the next. */
#ifndef WATTIF_BASE_MEMORY_H
#define WATTIF_BASE_MEMORY_H

/* To be called once, before other threads start. The C library gives large blocks back to the system as soon
 * as they are freed, and every page of the next one then costs a fault: a tenth of the time of a run of
 * 100,000 requests. From here on up to 64 MiB stay with the process. Where the C library has no such setting,
 * nothing happens. */
void memory_keep_freed(void);

#endif
