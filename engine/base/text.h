/* Text and numbers without the locale: a comma locale must not change what is read or written. */
#ifndef WATTIF_BASE_TEXT_H
#define WATTIF_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The whole of `text` is one finite decimal number (blanks around it are allowed; hex, inf and nan are not).
 */
bool text_to_number(const char *text, double *value);
bool text_to_int64(const char *text, int64_t *value);
bool text_to_uint64(const char *text, uint64_t *value);

/* Copies with truncation, always terminates; returns false when it had to cut. */
bool text_copy(char *out, size_t size, const char *text);

/* Shortest decimal form that reads back as the same double ("0.1", "1e-07", "12"); out needs 32 bytes. */
void text_from_number(double value, char *out, size_t size);

/* Edit distance for "did you mean": the nearest of n names within distance 3 (or a third of the length), or
 * NULL. */
const char *text_nearest(const char *word, const char *const *names, size_t n);

#endif
