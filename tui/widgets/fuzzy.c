/* The best way to lay the typed letters into the text, by a table over (letters laid, letters passed): small
 * enough to be exact, so that "sc" finds "save copy" by its two words. */
#include "tui/widgets/fuzzy.h"

#include <stdbool.h>
#include <string.h>

enum { TEXT_MAX = 80, TYPED_MAX = 40, NONE = -10000 };
enum { LETTER = 2, IN_A_ROW = 6, WORD = 8, BEGINNING = 6 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static int worth(const char *text, int at, bool in_a_row)
{
    return LETTER + (in_a_row ? IN_A_ROW : 0) +
           ((at == 0 || strchr(" -._:/", text[at - 1]) != NULL) ? WORD : 0) + (at == 0 ? BEGINNING : 0);
}

static int squeeze(const char *typed, char out[TYPED_MAX])
{
    int n = 0;
    for (; *typed && n < TYPED_MAX - 1; typed++)
        if (*typed != ' ')
            out[n++] = lower(*typed);
    return n;
}

int fuzzy_score(const char *text, const char *typed)
{
    char letters[TYPED_MAX];
    /* Best with the letter so far laid exactly at a place, and laid anywhere up to it. */
    int at[TEXT_MAX], upto[TEXT_MAX + 1], before[TEXT_MAX + 1];
    int n = squeeze(typed, letters), length = (int)strnlen(text, TEXT_MAX), best = 0;
    for (int i = 0; i <= length; i++)
        before[i] = 0;
    for (int k = 0; k < n; k++) {
        int last_at = NONE;
        upto[0] = NONE;
        for (int i = 0; i < length; i++) {
            int row = k > 0 && i > 0 ? last_at : NONE; /* the letter before, laid just before here */
            last_at = k > 0 ? at[i] : NONE;
            at[i] = NONE;
            if (lower(text[i]) == letters[k] && before[i] > NONE) {
                int apart = before[i] + worth(text, i, false), together = row + worth(text, i, true);
                at[i] = together > apart ? together : apart;
            }
            upto[i + 1] = at[i] > upto[i] ? at[i] : upto[i];
        }
        memcpy(before, upto, ((size_t)length + 1) * sizeof *before);
        best = before[length];
        if (best <= NONE)
            return -1;
    }
    best = best * 4 - length;
    return best > 0 ? best : 0;
}
