/* What lacks of memory end in. The engine and the store answer for it, for others may build on them; so do
 * jobs on threads of their own. Commands, views and what they are told from go no further: they say "wattif:
 * out of memory" and end the process with status 3, by exit, so that the terminal is given back. Nothing that
 * was saved is lost by it: a transaction that is open is as if it had never begun, and the session lies on
 * the disk a quarter of a second after each edit, where the next start offers it. To be called on the first
 * thread alone. */
#ifndef WATTIF_TUI_WORDS_MUST_H
#define WATTIF_TUI_WORDS_MUST_H

#include "engine/base/error.h"

_Noreturn void out_of_memory(void);

/* A block that was asked for: there it is, or the process ends. */
void *needed(void *block);

/* What fails for want of memory alone: must_be(scenario_copy(&copy, scenario)). */
void must_be(bool done);

/* What failed otherwise is the caller's to tell. */
void must_not_lack(const struct error *error);

#endif
