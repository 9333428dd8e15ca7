/* From the greatest saving to the least. */
#include "tui/words/luck.h"

#include "engine/base/text.h"

void luck_describe(const struct starts_spread *spread, char out[LUCK_SIZE])
{
    text_print(out, LUCK_SIZE, "over %d starts %+.1f to %+.1f %%, median %+.1f %%", spread->n, spread->least,
               spread->greatest, spread->median);
}
