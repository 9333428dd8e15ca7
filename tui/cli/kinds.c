/* Kinds by name, from the store's own table. */
#include "tui/cli/kinds.h"

#include "engine/base/text.h"
#include "tui/cli/command.h"

#include <string.h>

enum store_kind kind_find(const char *name)
{
    int kind = 0;
    while (kind < STORE_KIND_COUNT && strcmp(store_kind_names[kind], name) != 0)
        kind++;
    return (enum store_kind)kind;
}

int kind_refuse(const char *command, const char *word, const char *more)
{
    const char *nearest = text_nearest(word, store_kind_names, STORE_KIND_COUNT);
    if (nearest)
        return report_usage("%s: no kind '%s'; did you mean '%s'?", command, word, nearest);
    return report_usage("%s: no kind '%s'; there are trace, profile, workload, scenario, run%s", command,
                        word, more);
}
