/* The message: what is said to the user in the last row, until the next key. */
#ifndef WATTIF_TUI_WORDS_MESSAGE_H
#define WATTIF_TUI_WORDS_MESSAGE_H

#include "engine/base/error.h"

#include <stdarg.h>

struct message {
    char text[600]; /* "": nothing is said */
    bool bad;       /* something went wrong */
    bool system;    /* with the system, as memory: not with what the user did */
};

void message_say(struct message *message, bool bad, const char *format, ...) PRINTF_LIKE(3, 4);
void message_vsay(struct message *message, bool bad, const char *format, va_list arguments);
/* What went wrong and where; a place in the scenario is left out: here it is explored, and nobody looks at it
 * as a file. */
void message_say_error(struct message *message, const struct error *error);
void message_clear(struct message *message);

#endif
