/* Kinds of things in the store by name, for `show`, `export` and `import`. */
#ifndef WATTIF_TUI_CLI_KINDS_H
#define WATTIF_TUI_CLI_KINDS_H

#include "store/store.h"

/* "trace" -> STORE_TRACE; STORE_KIND_COUNT if there is none. */
enum store_kind kind_find(const char *name);

/* Prints which kinds there are, with the nearest; returns EXIT_USAGE. `more` names further ones
 * ("knob|policy") or is "". */
int kind_refuse(const char *command, const char *word, const char *more);

#endif
