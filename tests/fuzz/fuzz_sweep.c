/* Files of sweeps: what is taken for one has no more rows than points, and its head can be written again. */
#include "store/sweeps/sweep_file.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct sweep_table *table = sweep_table_parse(data, size, "fuzz.csv", &error);
    if (!table) {
        if (error.kind == ERROR_NONE || !error.message[0])
            abort();
        return 0;
    }
    char *text = sweep_head_text(&table->head);
    if (!text || table->n > sweep_head_rows(&table->head))
        abort();
    free(text);
    sweep_table_free(table);
    return 0;
}
