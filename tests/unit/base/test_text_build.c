/* Text in buffers of every size: what fits is what printf writes, what does not is a whole number of its
 * characters and an ellipsis. */
#include "engine/base/text.h"
#include "tests/support/test.h"

enum { ROOM = 64 };
static const char *const samples[] = {"", "a", "plain words", "É 1 234 gCO₂ − ● 日本語 €", "💡💡💡", "…………"};
enum { SAMPLES = sizeof samples / sizeof *samples };

static const char *after_character(const char *at)
{
    at++;
    while (((unsigned char)*at & 0xC0) == 0x80)
        at++;
    return at;
}

/* The longest text of whole characters of `whole` with "…" behind it that `size` bytes hold. */
static void expect(const char *whole, size_t size, char *out)
{
    size_t n = 0;
    if (strlen(whole) < size) {
        memcpy(out, whole, strlen(whole) + 1);
        return;
    }
    for (const char *at = whole; *at && size > 3;) {
        at = after_character(at);
        if ((size_t)(at - whole) + 3 < size)
            n = (size_t)(at - whole);
    }
    memcpy(out, whole, n);
    memcpy(out + n, "…", size > 3 ? 4 : 0);
    if (size <= 3)
        out[0] = 0;
}

FACT(print_every_size)
{
    for (int s = 0; s < SAMPLES; s++)
        for (size_t size = 1; size < ROOM; size++) {
            char out[ROOM + 1], wanted[ROOM];
            memset(out, '#', sizeof out);
            assert_ptr_equal(text_print(out, size, "%s", samples[s]), out);
            expect(samples[s], size, wanted);
            assert_string_equal(out, wanted);
            assert_int_equal(out[size], '#');
        }
}

/* Behind what is there it is the same as printing both at once. */
FACT(append_every_size)
{
    for (int s = 0; s < SAMPLES; s++)
        for (size_t size = 8; size < ROOM; size++) {
            char out[ROOM] = "−5 €", rest[ROOM];
            size_t used = strlen(out);
            if (used >= size)
                continue;
            text_append(out, size, "%s%d", samples[s], 7);
            char whole[2 * ROOM];
            snprintf(whole, sizeof whole, "%s7", samples[s]);
            expect(whole, size - used, rest);
            assert_string_equal(out + used, rest);
            assert_memory_equal(out, "−5 €", used);
        }
}

FACT(no_room_at_all)
{
    char out[] = "kept";
    text_print(out, 0, "%s", "gone");
    assert_string_equal(out, "kept");
}
