/* Text and numbers without the locale: a comma locale must not change what is read or written. */
#ifndef WATTIF_BASE_TEXT_H
#define WATTIF_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The whole of `text` is one finite decimal number, correctly rounded (blanks around it are allowed; hex, inf
 * and nan are not). On false the value is left alone. */
bool text_to_number(const char *text, double *value);
bool text_to_int64(const char *text, int64_t *value);
bool text_to_uint64(const char *text, uint64_t *value);

/* Copies with truncation, always terminates; returns false when it had to cut. */
bool text_copy(char *out, size_t size, const char *text);

/* Shortest decimal form that reads back as the same double ("0.1", "1e-07", "12"); out needs 32 bytes.
 * Also "inf", "-inf", "nan". */
void text_from_number(double value, char *out, size_t size);

/* For "did you mean": the nearest of n names by edit distance, of which a swap of two letters is one step and
 * a change of case none, or NULL if it is further than 3 steps (or a third of the word's length, rounded up,
 * when that is less). */
const char *text_nearest(const char *word, const char *const *names, size_t n);

#endif
