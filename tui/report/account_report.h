/* An account as a report: a page that says what the account says and carries what repeats it. */
#ifndef WATTIF_TUI_REPORT_ACCOUNT_REPORT_H
#define WATTIF_TUI_REPORT_ACCOUNT_REPORT_H

#include "engine/account/account.h"
#include "store/report/report_file.h"
#include "store/store.h"

#include <stdio.h>

/* `title` is what the page is called, before the scenario's name; `seeds`: that were asked for, 0: none were.
 * What repeats it is the command with the scenario. False with a message. */
bool account_report_print(const struct account *account, const char *title, enum report_command command,
                          const struct scenario *scenario, size_t seeds, struct store *store, FILE *file,
                          struct error *error);

#endif
