/* SHA-256 against the vectors of NIST (FIPS 180-4 examples and the CAVP short messages), and the property
 * that the cuts of an update do not matter. */
#include "engine/base/random.h"
#include "store/library/hash.h"
#include "tests/support/test.h"

static void hash_of(const void *bytes, size_t n, char out[HASH_TEXT_SIZE])
{
    struct hash hash;
    hash_init(&hash);
    hash_update(&hash, bytes, n);
    hash_finish(&hash, out);
}

FACT(test_nist_vectors)
{
    static const struct {
        const char *message, *digest;
    } vectors[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmno"
         "pqrst"
         "nopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
        {"\xd3", "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"},
        {"\x11\xaf", "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"},
    };
    char digest[HASH_TEXT_SIZE];
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        hash_of(vectors[i].message, strlen(vectors[i].message), digest);
        assert_string_equal(digest, vectors[i].digest);
    }
}

FACT(test_cuts_do_not_matter)
{
    unsigned char bytes[700];
    char whole[HASH_TEXT_SIZE], cut[HASH_TEXT_SIZE];
    uint64_t key = random_key(1, RANDOM_TEST, 0), throws = 0;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)random_below(key, throws++, 256);
    for (size_t n = 0; n < sizeof bytes; n++) {
        struct hash hash;
        hash_of(bytes, n, whole);
        hash_init(&hash);
        for (size_t at = 0; at < n;) {
            size_t take = random_below(key, throws++, 130);
            take = take < n - at ? take : n - at;
            hash_update(&hash, bytes + at, take);
            at += take;
        }
        hash_finish(&hash, cut);
        assert_string_equal(whole, cut);
    }
}
