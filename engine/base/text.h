/* Text in buffers of fixed size, cut between characters; numbers without the locale: a comma locale must not
 * change what is read or written. */
#ifndef WATTIF_BASE_TEXT_H
#define WATTIF_BASE_TEXT_H

#include "engine/base/error.h"

#include <stdarg.h>
#include <stdint.h>

/* The whole of `text` is one finite decimal number, correctly rounded (blanks around it are allowed; hex, inf
 * and nan are not). On false the value is left alone. */
bool text_to_number(const char *text, double *value);
bool text_to_int64(const char *text, int64_t *value);
bool text_to_uint64(const char *text, uint64_t *value);

/* Copies with truncation, always terminates; returns false when it had to cut. */
bool text_copy(char *out, size_t size, const char *text);

/* printf into a buffer of `size` bytes, and behind the text that is there. What has no room is cut between
 * two characters and ends in "…", never in the middle of one. They return `out`. */
char *text_print(char *out, size_t size, const char *format, ...) PRINTF_LIKE(3, 4);
char *text_vprint(char *out, size_t size, const char *format, va_list arguments);
char *text_append(char *out, size_t size, const char *format, ...) PRINTF_LIKE(3, 4);
/* For what printf was told to write into `out`, `length` bytes in all: ends it on a whole character and
 * `mark` where it did not fit. */
void text_end(char *out, size_t size, int length, const char *mark);

/* What somebody typed, as an error quotes it: the beginning of it, and "..." where that is not all. Lives as
 * long as the block around it. */
enum { TEXT_BRIEF_SIZE = 64 };
char *text_brief(char *out, const char *text);
#define TEXT_BRIEF(text) text_brief((char[TEXT_BRIEF_SIZE]){0}, text)

/* Does a text have the filter's in it, in capitals or not? */
bool text_fits(const char *filter, const char *text);

/* Shortest decimal form that reads back as the same double ("0.1", "1e-07", "12"); out needs 32 bytes.
 * Also "inf", "-inf", "nan". Returns `out`; TEXT_NUMBER lives as long as the block around it. */
char *text_from_number(double value, char *out, size_t size);
#define TEXT_NUMBER(value) text_from_number(value, (char[32]){0}, 32)

/* For "did you mean": the nearest of n names by edit distance, of which a swap of two letters is one step and
 * a change of case none, or NULL if it is further than 3 steps (or a third of the word's length, rounded up,
 * when that is less). */
const char *text_nearest(const char *word, const char *const *names, size_t n);

#endif
