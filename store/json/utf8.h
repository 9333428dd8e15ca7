/* UTF-8, checked byte by byte: overlong forms, surrogates and code points above U+10FFFF are invalid. */
#ifndef WATTIF_STORE_JSON_UTF8_H
#define WATTIF_STORE_JSON_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#define UTF8_BOM "\xEF\xBB\xBF"
enum { UTF8_BOM_SIZE = 3 };

/* Bytes of the valid sequence that starts at text[0] (1..4), or 0 if there is none within n bytes. */
size_t utf8_sequence(const char *text, size_t n);

bool utf8_valid(const char *text, size_t n);

/* Code points in n bytes; every invalid byte counts as one. */
size_t utf8_count(const char *text, size_t n);

#endif
