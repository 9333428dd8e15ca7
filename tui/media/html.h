/* An account as a part of a page: what each choice comes to under a heading of its own, sentences, bars as a
 * figure beside the numbers that they are of, tables. */
#ifndef WATTIF_TUI_MEDIA_HTML_H
#define WATTIF_TUI_MEDIA_HTML_H

#include "engine/account/account.h"
#include "tui/media/page.h"

/* Out of memory the page is starved. */
void media_html(const struct account *account, struct page *page);

#endif
