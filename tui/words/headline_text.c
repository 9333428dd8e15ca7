/* Piece by piece, before the numbers are filled in. */
#include "tui/words/headline_text.h"

#include "engine/base/text.h"

#include <string.h>

static const char name[] = "{headline}";

char *headline_text_put(const char *text, const char *headline, char *out, size_t size)
{
    text_print(out, size, "%s", "");
    for (const char *at = strstr(text, name); at; at = strstr(text, name)) {
        text_append(out, size, "%.*s", (int)(at - text), text);
        for (const char *sentence = headline; *sentence;) {
            size_t n = strcspn(sentence, "{");
            text_append(out, size, "%.*s%s", (int)n, sentence, sentence[n] ? "{{" : "");
            sentence += n + (sentence[n] != '\0');
        }
        text = at + strlen(name);
    }
    return text_append(out, size, "%s", text);
}
