/* The one way for a sentence to leave the program outside the canvas, on stdout and stderr: what was
 * formatted is written by visible_next(), so no name, path or cell of a file can command the terminal. */
#ifndef WATTIF_WORDS_PRINT_H
#define WATTIF_WORDS_PRINT_H

#include "engine/base/error.h"

#include <stdio.h>

/* printf to `file`, whose owner asks ferror. Newlines are the layout's and stay. */
void print(FILE *file, const char *format, ...) PRINTF_LIKE(2, 3);

/* The same for a text of any length, which may be a whole document: it asks for no memory, without which
 * print() cuts what is longer than a kilobyte. */
void print_document(FILE *file, const char *text);

/* The same for one line, which it ends: a newline in what it says is shown, and begins no line of its own. */
void print_line(FILE *file, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
