/* MIG tables against a search over all placements (CL-N1, CL-N2, CL-N23), legality and the realiser against
 * brute force on small numbers of GPUs (CO-N9). */
#include "engine/base/random.h"
#include "engine/model/mig.h"
#include "tests/support/test.h"

/* Where a slice may begin (NVIDIA MIG User Guide). */
static bool may_begin(int slice, int start)
{
    static const char *const starts[MIG_SLICES] = {"0123456", "024", "04", "0", "0"};
    return strchr(starts[slice], '0' + start) != NULL;
}

struct placement {
    int slice_at[8]; /* -1 = none begins there */
};

/* Whether another slice could still be placed. */
static bool has_room(unsigned used, int sevenths)
{
    for (int s = 0; s < MIG_SLICES; s++)
        for (int start = 0; start < 8; start++) {
            unsigned mask = ((1U << mig_memory_parts[s]) - 1) << start;
            if (may_begin(s, start) && !(used & mask) && sevenths + mig_sevenths[s] <= 7)
                return true;
        }
    return false;
}

struct found {
    int n;
    struct placement all[64];
};

static void place_from(int start, unsigned used, int sevenths, struct placement *placement,
                       struct found *found)
{
    if (start == 8) {
        if (!has_room(used, sevenths))
            found->all[found->n++] = *placement;
        return;
    }
    for (int s = 0; s < MIG_SLICES && !(used >> start & 1); s++) {
        unsigned mask = ((1U << mig_memory_parts[s]) - 1) << start;
        if (!may_begin(s, start) || (used & mask) || mask > 255 || sevenths + mig_sevenths[s] > 7)
            continue;
        placement->slice_at[start] = s;
        place_from(start + 1, used | mask, sevenths + mig_sevenths[s], placement, found);
        placement->slice_at[start] = -1;
    }
    place_from(start + 1, used, sevenths, placement, found);
}

static void find_all(struct found *found)
{
    struct placement placement;
    found->n = 0;
    memset(&placement, 0xff, sizeof placement);
    place_from(0, 0, 0, &placement, found);
}

/* CL-N1: the table is what the placement rules allow, each exactly once. */
FACT(test_configurations_are_all_placements)
{
    struct found found;
    find_all(&found);
    assert_int_equal(found.n, MIG_CONFIGS);
    for (int f = 0; f < found.n; f++) {
        int matches = 0;
        for (int c = 0; c < MIG_CONFIGS; c++) {
            struct placement placement;
            memset(&placement, 0xff, sizeof placement);
            for (int k = 0; k < mig_configs[c].n; k++)
                placement.slice_at[mig_configs[c].starts[k]] = mig_configs[c].slices[k];
            matches += memcmp(&placement, &found.all[f], sizeof placement) == 0;
        }
        assert_int_equal(matches, 1);
    }
}

/* CL-N1, CL-N2, and the anchors of the paper's numbering. */
FACT(test_cuts)
{
    int histogram[8] = {0};
    static const int wanted[8] = {0, 1, 2, 3, 5, 4, 3, 1};
    for (int c = 0; c < MIG_CONFIGS; c++) {
        int count[MIG_SLICES] = {0};
        for (int k = 0; k < mig_configs[c].n; k++)
            count[mig_configs[c].slices[k]]++;
        assert_int_equal(mig_cut_find(count), mig_configs[c].cut);
        assert_true(mig_cuts[mig_configs[c].cut].config <= c);
        assert_int_equal(mig_cuts[mig_configs[c].cut].n, mig_configs[c].n);
        histogram[mig_configs[c].n]++;
    }
    assert_memory_equal(histogram, wanted, sizeof wanted);
    for (int a = 0; a < MIG_CUTS; a++)
        for (int b = 0; b < a; b++)
            assert_true(memcmp(mig_cuts[a].count, mig_cuts[b].count, sizeof mig_cuts[a].count) != 0);
    static const uint8_t third[] = {MIG_4G, MIG_2G, MIG_1G}, tenth[] = {MIG_1G, MIG_1G, MIG_2G, MIG_3G};
    assert_memory_equal(mig_configs[2].slices, third, sizeof third);
    assert_memory_equal(mig_configs[9].slices, tenth, sizeof tenth);
    assert_int_equal(mig_configs[18].n, 7);
    char text[24];
    mig_cut_print(mig_configs[9].cut, text);
    assert_string_equal(text, "3g 2g 1g 1g");
    mig_cut_print(mig_configs[18].cut, text);
    assert_string_equal(text, "1g 1g 1g 1g 1g 1g 1g");
}

/* A set fits if some placement, filled up or not, holds it. */
FACT(test_fits)
{
    struct found found;
    find_all(&found);
    for (int code = 0; code < 8 * 4 * 3 * 2 * 2; code++) {
        int count[MIG_SLICES] = {code % 8, code / 8 % 4, code / 32 % 3, code / 96 % 2, code / 192};
        bool fits = false;
        for (int f = 0; f < found.n; f++) {
            int have[MIG_SLICES] = {0};
            for (int start = 0; start < 8; start++)
                if (found.all[f].slice_at[start] >= 0)
                    have[found.all[f].slice_at[start]]++;
            bool holds = true;
            for (int s = 0; s < MIG_SLICES; s++)
                holds = holds && have[s] >= count[s];
            fits = fits || holds;
        }
        assert_int_equal(mig_fits(count), fits);
    }
}

/* CL-N23: how many totals 2 and 3 GPUs can have; each is split, and no other is. */
FACT(test_realiser_finds_every_split)
{
    static bool possible[4][22][10][7][4][4];
    static const int counts[4] = {0, 14, 74, 254};
    for (int n = 1; n <= 3; n++) {
        int different = 0;
        for (int code = 0; code < (n == 1 ? 14 : n == 2 ? 196 : 2744); code++) {
            int t[MIG_SLICES] = {0};
            for (int g = 0, left = code; g < n; g++, left /= MIG_CUTS)
                for (int s = 0; s < MIG_SLICES; s++)
                    t[s] += mig_cuts[left % MIG_CUTS].count[s];
            bool *known = &possible[n][t[0]][t[1]][t[2]][t[3]][t[4]];
            different += !*known;
            *known = true;
        }
        assert_int_equal(different, counts[n]);
    }
    for (int n = 1; n <= 3; n++)
        for (int code = 0; code < 22 * 10 * 7 * 4 * 4; code++) {
            int t[MIG_SLICES] = {code % 22, code / 22 % 10, code / 220 % 7, code / 1540 % 4, code / 6160},
                out[3];
            bool split = mig_realise(n, t, NULL, out);
            assert_int_equal(split, possible[n][t[0]][t[1]][t[2]][t[3]][t[4]]);
            for (int s = 0; split && s < MIG_SLICES; s++) {
                int sum = 0;
                for (int g = 0; g < n; g++)
                    sum += mig_cuts[out[g]].count[s];
                assert_int_equal(sum, t[s]);
            }
        }
}

static int kept(int n, const int *a, const int *b)
{
    int same = 0;
    for (int g = 0; g < n; g++)
        same += a[g] == b[g];
    return same;
}

/* No assignment of cuts to three GPUs with the same totals keeps more of them. */
FACT(test_realiser_keeps_most)
{
    uint64_t key = random_key(3, RANDOM_TEST, 0), draw = 0;
    for (int trial = 0; trial < 400; trial++) {
        int wanted[3], current[3], out[3], totals[MIG_SLICES] = {0}, most = 0;
        for (int g = 0; g < 3; g++) {
            wanted[g] = (int)random_below(key, draw++, MIG_CUTS);
            current[g] = (int)random_below(key, draw++, MIG_CUTS + 1) - 1;
            for (int s = 0; s < MIG_SLICES; s++)
                totals[s] += mig_cuts[wanted[g]].count[s];
        }
        assert_true(mig_realise(3, totals, current, out));
        for (int code = 0; code < 2744; code++) {
            int other[3] = {code % 14, code / 14 % 14, code / 196};
            bool equal = true;
            for (int s = 0; s < MIG_SLICES; s++)
                equal = equal && mig_cuts[other[0]].count[s] + mig_cuts[other[1]].count[s] +
                                         mig_cuts[other[2]].count[s] ==
                                     totals[s];
            if (equal && kept(3, other, current) > most)
                most = kept(3, other, current);
        }
        assert_int_equal(kept(3, out, current), most);
    }
}

static void add_slices(int cut, int totals[MIG_SLICES])
{
    for (int s = 0; s < MIG_SLICES; s++)
        totals[s] += mig_cuts[cut].count[s];
}

/* What many GPUs have, they can have, from whatever they had before. */
FACT(test_realiser_on_any)
{
    uint64_t key = random_key(5, RANDOM_TEST, 0), draw = 0;
    for (int n = 20; n <= 128; n += 6) {
        int current[128], out[128], wanted[MIG_SLICES] = {0}, got[MIG_SLICES] = {0};
        for (int g = 0; g < n; g++) {
            current[g] = (int)random_below(key, draw++, MIG_CUTS + 1) - 1;
            add_slices((int)random_below(key, draw++, MIG_CUTS), wanted);
        }
        assert_true(mig_realise(n, wanted, n % 4 ? current : NULL, out));
        for (int g = 0; g < n; g++)
            add_slices(out[g], got);
        assert_memory_equal(got, wanted, sizeof got);
    }
}

/* Ten GPUs and a hundred: at once, also in place. */
FACT(test_realiser_on_many)
{
    int cuts[100], before[100], totals[MIG_SLICES] = {0};
    uint64_t key = random_key(4, RANDOM_TEST, 0);
    for (int g = 0; g < 100; g++) {
        cuts[g] = before[g] = (int)random_below(key, (uint64_t)g, MIG_CUTS);
        add_slices(cuts[g], totals);
    }
    assert_true(mig_realise(100, totals, cuts, cuts));
    assert_int_equal(kept(100, cuts, before), 100);
    totals[MIG_7G]++;
    assert_false(mig_realise(100, (int[]){0, 0, 0, 0, 99}, NULL, cuts));
}

FACT(test_names_and_memory)
{
    assert_int_equal(mig_slice_find("3g"), MIG_3G);
    assert_int_equal(mig_slice_find("5g"), MIG_SLICES);
    assert_int_equal(mig_slice_of(4), MIG_4G);
    assert_int_equal(mig_slice_of(5), MIG_SLICES);
    assert_true(mig_memory_gb("A100-40GB", MIG_1G) == 5);
    assert_true(mig_memory_gb("A100-40GB", MIG_3G) == 20);
    assert_true(isnan(mig_memory_gb("P4", MIG_7G)));
}

/* CO-N9, CO-N9c. */
FACT(test_splits_of_the_specification)
{
    int out[2];
    assert_true(mig_realise(2, (int[]){4, 1, 2, 0, 0}, NULL, out));
    char a[24], b[24];
    mig_cut_print(out[0], a);
    mig_cut_print(out[1], b);
    assert_string_equal(a, "3g 2g 1g");
    assert_string_equal(b, "3g 1g 1g 1g");
    assert_false(mig_realise(2, (int[]){1, 0, 4, 0, 0}, NULL, out));
    assert_false(mig_realise(2, (int[]){1, 2, 1, 0, 0}, NULL, out));
}
