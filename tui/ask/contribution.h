/* The account of what each layer is worth, for whoever has the runs: the question, `wattif attribute`, and
 * the page of both. */
#ifndef WATTIF_TUI_ASK_CONTRIBUTION_H
#define WATTIF_TUI_ASK_CONTRIBUTION_H

#include "engine/account/account.h"
#include "engine/explore/contribution.h"

/* Into an account that was begun; `over`: no more runs come. A row's step is its set. */
void contribution_tell(const struct contributions *contributions, bool over, struct account *account);

#endif
