/* SHA-256, written from FIPS 180-4 sections 4.1.2, 5 and 6.2. The constants are the first 32 bits of the
 * fractional parts of the cube roots (k) and square roots (initial state) of the first primes. */
#include "store/library/hash.h"
#include "engine/base/text.h"
#include "engine/base/glyph.h"

#include <string.h>
#include <math.h>
#include <stdarg.h>

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

#define ROTATE(x, n) ((x) >> (n) | (x) << (32 - (n)))

static void compress(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
               (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = ROTATE(w[t - 15], 7) ^ ROTATE(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = ROTATE(w[t - 2], 17) ^ ROTATE(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    for (int t = 0; t < 64; t++) {
        uint32_t s1 = ROTATE(e, 6) ^ ROTATE(e, 11) ^ ROTATE(e, 25);
        uint32_t first = h + s1 + ((e & f) ^ (~e & g)) + k[t] + w[t];
        uint32_t s0 = ROTATE(a, 2) ^ ROTATE(a, 13) ^ ROTATE(a, 22);
        uint32_t second = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + second;
    }
    uint32_t v[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

void hash_init(struct hash *hash)
{
    static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memset(hash, 0, sizeof *hash);
    memcpy(hash->state, initial, sizeof initial);
}

void hash_update(struct hash *hash, const void *bytes, size_t n)
{
    const unsigned char *from = bytes;
    size_t used = hash->length % HASH_BLOCK;
    hash->length += n;
    if (used > 0) {
        size_t take = n < HASH_BLOCK - used ? n : HASH_BLOCK - used;
        memcpy(hash->block + used, from, take);
        from += take;
        n -= take;
        if (used + take < HASH_BLOCK)
            return;
        compress(hash->state, hash->block);
    }
    for (; n >= HASH_BLOCK; n -= HASH_BLOCK, from += HASH_BLOCK)
        compress(hash->state, from);
    if (n > 0)
        memcpy(hash->block, from, n);
}

void hash_finish(struct hash *hash, char out[HASH_TEXT_SIZE])
{
    static const unsigned char padding[HASH_BLOCK] = {0x80};
    uint64_t bits = hash->length * 8;
    size_t used = hash->length % HASH_BLOCK;
    unsigned char length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    hash_update(hash, padding, (used < 56 ? 56 : 120) - used);
    hash_update(hash, length, sizeof length);
    for (int i = 0; i < 8; i++)
        snprintf(out + 8 * i, 9, "%08x", (unsigned)hash->state[i]);
}

/* Small writers on top of one that takes bytes. */

void sink_text(struct sink *sink, const char *text)
{
    size_t n = strlen(text);
    if (sink->hash)
        hash_update(sink->hash, text, n);
    if (sink->file)
        fwrite(text, 1, n, sink->file); /* its owner asks ferror */
}

void sink_printf(struct sink *sink, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    sink_text(sink, text);
}

void sink_number(struct sink *sink, double value)
{
    char text[32];
    if (isnan(value))
        return;
    text_from_number(value, text, sizeof text);
    sink_text(sink, text);
}

/* Tabs and newlines stand in a cell as they are: what reads CSV takes them for text. */
static void put_shown(FILE *file, const char *text)
{
    char bytes[VISIBLE_SIZE];
    if (cell_is_formula(text))
        fputc('\'', file);
    while (*text) {
        bool plain = strchr("\t\n", *text) != NULL;
        if (*text == '"')
            fputc('"', file);
        if (plain)
            fputc(*text++, file);
        else
            fwrite(bytes, 1, (size_t)visible_next(&text, bytes), file);
    }
}

void sink_cell(struct sink *sink, const char *text)
{
    size_t length = strlen(text);
    bool padded = length > 0 && (strchr(" \t", text[0]) || strchr(" \t", text[length - 1]));
    bool quoted = padded || strpbrk(text, ",\"\r\n");
    sink_text(sink, quoted ? "\"" : "");
    /* What is hashed knows nothing of how it is shown. */
    for (const char *at = text; sink->hash && *at; at++)
        hash_update(sink->hash, *at == '"' ? "\"\"" : at, *at == '"' ? 2 : 1);
    if (sink->file)
        put_shown(sink->file, text);
    sink_text(sink, quoted ? "\"" : "");
}
