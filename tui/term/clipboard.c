/* "\033]52;c;" BASE64 "\a". */
#include "tui/term/clipboard.h"

#include <stdint.h>
#include <string.h>

static size_t base64(const unsigned char *bytes, size_t n, char *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t written = 0;
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i;
        uint32_t group = (uint32_t)bytes[i] << 16;
        group |= left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
        group |= left > 2 ? (uint32_t)bytes[i + 2] : 0;
        for (size_t d = 0; d < 4; d++)
            out[written++] = d <= left ? digits[group >> (18 - 6 * d) & 63] : '=';
    }
    return written;
}

size_t clipboard_sequence(const char *text, char *out, size_t size)
{
    static const char begin[] = "\033]52;c;", end[] = "\a";
    size_t n = strlen(text), at = sizeof begin - 1;
    if (size < CLIPBOARD_SIZE(n))
        return 0;
    memcpy(out, begin, at);
    at += base64((const unsigned char *)text, n, out + at);
    memcpy(out + at, end, sizeof end);
    return at + sizeof end - 1;
}
