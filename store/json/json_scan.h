/* The strict look at a JSON text before cJSON sees it: cJSON is lenient where a data format must not be. */
#ifndef WATTIF_STORE_JSON_JSON_SCAN_H
#define WATTIF_STORE_JSON_JSON_SCAN_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* A value takes cJSON 64 bytes, however short its text. Ten years of hours with eight facts each, the longest
 * answer of a service that is read, are 700,000. */
enum { JSON_DEPTH_MAX = 64, JSON_NUMBER_MAX = 60, JSON_VALUES_MAX = 2000000 };

/* True if `text` is exactly one JSON value: RFC 8259 grammar, valid UTF-8, no NUL in strings, at most
 * JSON_DEPTH_MAX levels and JSON_VALUES_MAX values, finite numbers of at most JSON_NUMBER_MAX characters,
 * integers within 2^53, nothing behind. Else a message whose place is "name:line:column" (or "line:column"
 * without a name). */
bool json_scan(const char *text, size_t n, const char *name, struct error *error);

#endif
