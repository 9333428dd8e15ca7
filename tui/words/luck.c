/* From the greatest saving to the least. */
#include "tui/words/luck.h"

#include "engine/base/text.h"
#include "tui/words/format.h"

void luck_describe(const struct starts_spread *spread, char out[LUCK_SIZE])
{
    char median[FORMAT_SIZE];
    text_print(out, LUCK_SIZE, "over %d starts %s to %s %%, median %s %%", spread->n,
               format_signed(FORMAT_ROOM, spread->least, 1), format_signed(FORMAT_ROOM, spread->greatest, 1),
               format_signed(median, spread->median, 1));
}
