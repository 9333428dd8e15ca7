/* The tournament tree against a linear scan of the same keys, under random updates. */
#include "engine/base/tournament.h"

#include "engine/base/random.h"
#include "tests/support/test.h"

enum { WIDTH_MAX = 1024 };

static int64_t smallest(const int64_t *keys, uint32_t n)
{
    int64_t best = keys[0];
    for (uint32_t i = 1; i < n; i++)
        best = keys[i] < best ? keys[i] : best;
    return best;
}

/* Where the compiler knows the width, by that way in every other update: both leave the same tree. */
static void set_somehow(int64_t *tree, uint32_t width, uint32_t slot, int64_t key, uint64_t i)
{
    if (i % 2 == 0 && width == 1)
        tournament_set_known(tree, 1, slot, key);
    else if (i % 2 == 0 && width == 8)
        tournament_set_known(tree, 8, slot, key);
    else if (i % 2 == 0 && width == 16)
        tournament_set_known(tree, 16, slot, key);
    else if (i % 2 == 0 && width == 128)
        tournament_set_known(tree, 128, slot, key);
    else if (i % 2 == 0 && width == 256)
        tournament_set_known(tree, 256, slot, key);
    else
        tournament_set(tree, width, slot, key);
}

FACT(test_top_is_the_smallest_after_any_updates)
{
    static int64_t tree[2 * WIDTH_MAX], keys[WIDTH_MAX];
    for (uint32_t width = 1; width <= WIDTH_MAX; width *= 2) {
        uint64_t key = random_key(7, RANDOM_TEST, width);
        tournament_clear(tree, width);
        assert_true(tournament_top(tree) == TOURNAMENT_NEVER);
        for (uint32_t slot = 0; slot < width; slot++)
            keys[slot] = TOURNAMENT_NEVER;
        for (uint64_t i = 0; i < 5000; i++) {
            uint32_t slot = random_below(key, 4 * i, width);
            int64_t time = random_below(key, 4 * i + 1, 20); /* few times: many ties */
            if (random_below(key, 4 * i + 3, 8) == 0)
                time += (INT64_C(1) << 47) - 20; /* as late as there can be */
            keys[slot] = random_below(key, 4 * i + 2, 4) == 0 ? TOURNAMENT_NEVER : time << 16 | slot;
            set_somehow(tree, width, slot, keys[slot], i);
            assert_true(tournament_top(tree) == smallest(keys, width));
        }
    }
}

FACT(test_equal_times_leave_in_slot_order)
{
    enum { WIDTH = 16 };
    int64_t tree[2 * WIDTH];
    tournament_clear(tree, WIDTH);
    for (uint32_t slot = WIDTH; slot-- > 0;)
        tournament_set(tree, WIDTH, slot, INT64_C(99) << 4 | slot);
    for (uint32_t slot = 0; slot < WIDTH; slot++) {
        assert_int_equal(tournament_top(tree) & (WIDTH - 1), slot);
        tournament_set(tree, WIDTH, slot, TOURNAMENT_NEVER);
    }
    assert_true(tournament_top(tree) == TOURNAMENT_NEVER);
}
