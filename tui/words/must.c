#include "tui/words/must.h"

#include <stdio.h>
#include <stdlib.h>

void out_of_memory(void)
{
    fputs("wattif: out of memory\n", stderr);
    exit(error_exit_status(&(struct error){.kind = ERROR_SYSTEM}));
}

void *needed(void *block)
{
    if (!block)
        out_of_memory();
    return block;
}

void must_be(bool done)
{
    if (!done)
        out_of_memory();
}

void must_not_lack(const struct error *error)
{
    must_be(!error_is_no_memory(error));
}
