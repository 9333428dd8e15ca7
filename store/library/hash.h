/* SHA-256 (FIPS 180-4): what the store addresses versions by. */
#ifndef WATTIF_STORE_LIBRARY_HASH_H
#define WATTIF_STORE_LIBRARY_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { HASH_TEXT_SIZE = 65, HASH_BLOCK = 64 };

struct hash {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[HASH_BLOCK];
};

void hash_init(struct hash *hash);
void hash_update(struct hash *hash, const void *bytes, size_t n);
/* 64 lower-case hex digits. */
void hash_finish(struct hash *hash, char out[HASH_TEXT_SIZE]);

#endif
