/* An account as a report: a page that says what the account says and carries what repeats it. */
#ifndef WATTIF_TUI_REPORT_ACCOUNT_REPORT_H
#define WATTIF_TUI_REPORT_ACCOUNT_REPORT_H

#include "engine/account/account.h"
#include "store/report/report_file.h"
#include "store/store.h"

/* What repeats it is the command, "attribute" or a question, with the scenario; `seeds`: that were asked for,
 * 0: none were. False with a message. */
bool account_report_print(const struct account *account, const char *command, const struct scenario *scenario,
                          size_t seeds, struct store *store, FILE *file, struct error *error);

/* What such a command prints of one choice as JSON: the rows and every input with its hash, or what its
 * contract has. malloc'ed; NULL with a message. */
char *account_report_json(const struct account *account, size_t section, const struct scenario *scenario,
                          struct store *store, struct error *error);

/* All of that but what it is called, into an account that was begun. False, with a message where there is a
 * store: without the inputs. */
bool account_report_rows(const struct account *account, size_t section, const struct scenario *scenario,
                         struct store *store, struct account *into, struct error *error);

/* What the report's runs read, with its hash, for machines. */
void account_tell_inputs(struct account *account, const struct report *report);

/* The JSON of an answer, an object, with the number of the schema and those inputs behind its members.
 * malloc'ed; NULL when out of memory. */
char *account_report_answer(const struct report *report, const char *json);

#endif
