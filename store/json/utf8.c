/* The table of well-formed sequences (Unicode, table 3-7): a lead byte decides the length and the range of
 * the second byte; all further bytes are 0x80..0xBF. */
#include "store/json/utf8.h"

struct lead {
    unsigned char first, last;   /* of the lead byte */
    unsigned char second, until; /* range of the second byte */
    unsigned char length;
};

static const struct lead leads[] = {
    {0x00, 0x7F, 0x00, 0x00, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
    {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
    {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
};

size_t utf8_sequence(const char *text, size_t n)
{
    const unsigned char *byte = (const unsigned char *)text;

    for (size_t i = 0; n > 0 && i < sizeof leads / sizeof *leads; i++) {
        const struct lead *lead = &leads[i];
        if (byte[0] < lead->first || byte[0] > lead->last)
            continue;
        if (lead->length > n || (lead->length > 1 && (byte[1] < lead->second || byte[1] > lead->until)))
            return 0;
        for (size_t k = 2; k < lead->length; k++)
            if ((byte[k] & 0xC0) != 0x80)
                return 0;
        return lead->length;
    }
    return 0;
}

bool utf8_valid(const char *text, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t length = utf8_sequence(text + i, n - i);
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}

size_t utf8_count(const char *text, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; count++) {
        size_t length = utf8_sequence(text + i, n - i);
        i += length ? length : 1;
    }
    return count;
}
