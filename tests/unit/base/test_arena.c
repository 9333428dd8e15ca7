/* Arenas: allocations of all sizes are zero, aligned and disjoint, one call frees them (the sanitizer
 * counts), and a text is as long as what it says. */
#include "engine/base/arena.h"

#include "engine/base/random.h"
#include "tests/support/test.h"

FACT(test_allocations_are_zero_aligned_and_disjoint)
{
    enum { COUNT = 3000 };
    static unsigned char *memory[COUNT];
    static size_t size[COUNT];
    struct arena arena = {0};
    uint64_t key = random_key(1, RANDOM_TEST, 0);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t octave = random_below(key, 2 * i, i % 500 == 0 ? 22 : 11);
        size[i] = random_below(key, 2 * i + 1, UINT32_C(1) << octave);
        memory[i] = arena_alloc(&arena, size[i]);
        assert_non_null(memory[i]);
        assert_int_equal((uintptr_t)memory[i] % 16, 0);
        for (size_t b = 0; b < size[i]; b++)
            assert_true(memory[i][b] == 0);
        memset(memory[i], (int)(i % 251 + 1), size[i]);
    }
    for (uint32_t i = 0; i < COUNT; i++)
        for (size_t b = 0; b < size[i]; b++)
            assert_true(memory[i][b] == i % 251 + 1); /* nobody else wrote here */
    arena_free(&arena);
    assert_null(arena.first);
}

FACT(test_an_arena_can_be_used_again)
{
    struct arena arena = {0};
    for (int round = 0; round < 3; round++) {
        char *copy = arena_copy_text(&arena, "EfficientNetV2-B3");
        char *empty = arena_copy_text(&arena, "");
        assert_string_equal(copy, "EfficientNetV2-B3");
        assert_string_equal(empty, "");
        assert_ptr_not_equal(arena_alloc(&arena, 0), arena_alloc(&arena, 0));
        arena_free(&arena);
        arena_free(&arena);
    }
}

FACT(test_impossible_sizes_give_null)
{
    struct arena arena = {0};
    for (size_t less = 0; less < 64; less++)
        assert_null(arena_alloc(&arena, SIZE_MAX - less));
    assert_true(arena.lacked);               /* which is remembered */
    assert_non_null(arena_alloc(&arena, 1)); /* and does no harm */
    arena_free(&arena);
    assert_false(arena.lacked);
}

FACT(test_a_text_is_whole_however_long)
{
    DEFER(arena_free) struct arena arena = {0};
    char name[10000];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    const char *brief = text(&arena, "%d of %s", 7, "GPUs"), *whole = text(&arena, "%s!", name);
    assert_string_equal(brief, "7 of GPUs");
    assert_int_equal(strlen(whole), sizeof name);
    assert_int_equal(whole[sizeof name - 1], '!');
    assert_string_equal(text(&arena, "%s", ""), "");
    assert_false(arena.lacked);
}
