/* Memory that one run frees is kept for the next, and a large stack is there before it is needed. */
#ifndef WATTIF_BASE_MEMORY_H
#define WATTIF_BASE_MEMORY_H

#include <stdbool.h>

/* To be called once, before other threads start. The C library gives large blocks back to the system as soon
 * as they are freed, and every page of the next one then costs a fault: a tenth of the time of a run of
 * 100,000 requests. From here on up to 64 MiB stay with the process. Where the C library has no such setting,
 * nothing happens. */
void memory_keep_freed(void);

/* To be called before what needs much of it: a desk is a megabyte. The stack of the first thread grows page
 * by page; where the system has no page left it ends the program at whatever call comes next, and nothing can
 * be said. Here it grows at once to what the program ever needs of it, or false: out of memory.
 */
bool memory_reserve_stack(void);

#endif
