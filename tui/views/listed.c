/* A filter finds a thing by whatever its row or its title says. */
#include "tui/views/listed.h"

#include "engine/base/text.h"

#include <stdlib.h>

bool listed_describe(struct listed *listed, struct error *error)
{
    listed->text = calloc(listed->list.n + 1, sizeof *listed->text);
    if (!listed->text)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    for (size_t i = 0; i < listed->list.n; i++) {
        const struct store_item *item = &listed->list.items[i];
        text_print(listed->text[i], LISTED_TEXT, "%s %s %s%s", item->name, item->title, item->detail,
                   item->builtin ? "" : " imported");
    }
    return true;
}

void listed_free(struct listed *listed)
{
    free(listed->list.items);
    free(listed->text);
    *listed = (struct listed){0};
}
