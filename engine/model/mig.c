/* The tables are rows of mig.def. The realiser is a search over how many GPUs have each cut, not over which
 * GPU has which: that is all that the totals ask, and how many GPUs keep their cut depends on nothing else.
 */
#include "engine/model/mig.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const mig_slice_names[MIG_SLICES] = {"1g", "2g", "3g", "4g", "7g"};
const char *const cut_phase_names[CUT_PHASE_COUNT] = {"steady", "draining", "cutting"};
const int mig_sevenths[MIG_SLICES] = {1, 2, 3, 4, 7};
const int mig_memory_parts[MIG_SLICES] = {1, 2, 4, 4, 8};

#define MIG_LIST(...) __VA_ARGS__
const struct mig_config mig_configs[MIG_CONFIGS] = {
#define MIG_CONFIG(cut, n, slices, starts) {n, {slices}, {starts}, cut},
#include "engine/model/mig.def"
};

const struct mig_cut mig_cuts[MIG_CUTS] = {
#define MIG_CUT(n, n1, n2, n3, n4, n7, config) {n, {n1, n2, n3, n4, n7}, config},
#include "engine/model/mig.def"
};

static const struct mig_memory {
    const char *gpu_type;
    double gb[MIG_SLICES];
} memories[] = {
#define MIG_MEMORY(type, g1, g2, g3, g4, g7) {type, {g1, g2, g3, g4, g7}},
#include "engine/model/mig.def"
};

enum mig_slice mig_slice_find(const char *name)
{
    int slice = 0;
    while (slice < MIG_SLICES && strcmp(mig_slice_names[slice], name) != 0)
        slice++;
    return (enum mig_slice)slice;
}

enum mig_slice mig_slice_of(int sevenths)
{
    int slice = 0;
    while (slice < MIG_SLICES && mig_sevenths[slice] != sevenths)
        slice++;
    return (enum mig_slice)slice;
}

int mig_cut_find(const int count[MIG_SLICES])
{
    for (int cut = 0; cut < MIG_CUTS; cut++) {
        bool same = true;
        for (int s = 0; s < MIG_SLICES; s++)
            same = same && mig_cuts[cut].count[s] == count[s];
        if (same)
            return cut;
    }
    return -1;
}

bool mig_cut_holds(int cut, const int count[MIG_SLICES])
{
    for (int s = 0; s < MIG_SLICES; s++)
        if (mig_cuts[cut].count[s] < count[s])
            return false;
    return true;
}

/* Every placement that leaves room can be filled up to a configuration, so a set fits if some cut holds it.
 */
bool mig_fits(const int count[MIG_SLICES])
{
    int cut = 0;
    while (cut < MIG_CUTS && !mig_cut_holds(cut, count))
        cut++;
    return cut < MIG_CUTS;
}

void mig_cut_print(int cut, char *out)
{
    char *at = out;
    *at = 0;
    for (int s = MIG_SLICES - 1; s >= 0; s--)
        for (int k = 0; k < mig_cuts[cut].count[s]; k++)
            at += sprintf(at, "%s%s", at == out ? "" : " ", mig_slice_names[s]);
}

double mig_memory_gb(const char *gpu_type, enum mig_slice slice)
{
    for (size_t k = 0; k < sizeof memories / sizeof *memories; k++)
        if (strcmp(memories[k].gpu_type, gpu_type) == 0)
            return memories[k].gb[slice];
    return (double)NAN;
}

size_t mig_types(const char *names[MIG_TYPES_MAX])
{
    enum { TYPES = sizeof memories / sizeof *memories };
    _Static_assert((int)TYPES <= (int)MIG_TYPES_MAX, "room for every type of GPU");
    for (size_t k = 0; k < TYPES; k++)
        names[k] = memories[k].gpu_type;
    return TYPES;
}

/* --- the realiser --- */

struct mig_search {
    int left[MIG_SLICES], gpus; /* still to be given out */
    int have[MIG_CUTS];         /* GPUs that have each cut now */
    int given[MIG_CUTS], best[MIG_CUTS];
    int kept, most; /* GPUs that keep their cut; of the best so far, -1 = none */
    int64_t steps;
};

/* Some twenty milliseconds: everything on twenty GPUs and more; on a hundred, the best found by then. */
enum { STEPS_MAX = 2000000 };

/* The cuts from this one on have no room for what is left, or keep no more GPUs than the best. */
static bool is_hopeless(const struct mig_search *search, int cut)
{
    static const int last_cuts[MIG_SLICES] = {13, 12, 9, 3, 0}; /* that have such a slice */
    int could_keep = 0;
    for (int s = 0; s < MIG_SLICES; s++)
        if (search->left[s] > 0 && cut > last_cuts[s])
            return true;
    for (int c = cut; c < MIG_CUTS; c++)
        could_keep += search->have[c];
    could_keep = could_keep < search->gpus ? could_keep : search->gpus;
    /* Can any cuts at all share out what is left? A GPU is whole or two halves: on the left a 4g, a 3g, or
     * two pairs, a pair being a 2g or two 1g; on the right a 3g, or a pair and a 1g. Halves without a 3g or
     * 4g hold four and three sevenths, so the 1g and 2g say how many of the 3g are left halves; and each 2g
     * needs a pair. */
    const int *left = search->left;
    int rights = search->gpus - left[MIG_7G], lefts = rights - left[MIG_4G];
    int left_3g = 4 * lefts + 3 * (rights - left[MIG_3G]) - 2 * left[MIG_2G] - left[MIG_1G];
    int right_3g = left[MIG_3G] - left_3g;
    return search->kept + could_keep <= search->most || left_3g < 0 || left_3g > lefts || right_3g < 0 ||
           right_3g > rights || left[MIG_2G] > 2 * (lefts - left_3g) + rights - right_3g;
}

/* Takes `times` GPUs of this cut out of what is left, or puts them back if negative. */
static void take(struct mig_search *search, int cut, int times)
{
    for (int s = 0; s < MIG_SLICES; s++)
        search->left[s] -= times * mig_cuts[cut].count[s];
    search->gpus -= times;
}

/* Tries every number of GPUs with this cut: first as many as have it, then the rest from many to few. */
static void descend(struct mig_search *search, int cut)
{
    if (++search->steps > STEPS_MAX)
        return;
    bool spent = search->gpus == 0;
    for (int s = 0; s < MIG_SLICES; s++)
        spent = spent && search->left[s] == 0;
    if (spent) {
        if (search->kept > search->most) {
            search->most = search->kept;
            memcpy(search->best, search->given, sizeof search->best);
        }
        return;
    }
    if (cut == MIG_CUTS || is_hopeless(search, cut))
        return;
    int most = search->gpus;
    for (int s = 0; s < MIG_SLICES; s++)
        if (mig_cuts[cut].count[s] > 0 && search->left[s] / mig_cuts[cut].count[s] < most)
            most = search->left[s] / mig_cuts[cut].count[s];
    int first = search->have[cut] < most ? search->have[cut] : most;
    for (int k = -1; k <= most; k++) {
        int times = k < 0 ? first : most - k;
        if (k >= 0 && times == first)
            continue;
        int kept = times < search->have[cut] ? times : search->have[cut];
        take(search, cut, times);
        search->given[cut] = times;
        search->kept += kept;
        descend(search, cut + 1);
        search->kept -= kept;
        search->given[cut] = 0;
        take(search, cut, -times);
    }
}

bool mig_realise(int n, const int totals[MIG_SLICES], const int *current, int *out)
{
    struct mig_search search = {.gpus = n, .most = -1};
    if (n < 1 || n > 1000)
        return false;
    memcpy(search.left, totals, sizeof search.left);
    for (int g = 0; current && g < n; g++)
        if (current[g] >= 0)
            search.have[current[g]]++;
    descend(&search, 0);
    if (search.most < 0)
        return false;
    /* GPUs keep their cut while it is still to be given out; the others get what is left in order of cuts. */
    int *given = search.best;
    bool kept[1000];
    for (int g = 0; g < n; g++) {
        kept[g] = current && current[g] >= 0 && given[current[g]] > 0;
        if (kept[g]) {
            out[g] = current[g];
            given[out[g]]--;
        }
    }
    for (int g = 0, cut = 0; g < n; g++) {
        if (kept[g])
            continue;
        while (given[cut] == 0)
            cut++;
        out[g] = cut;
        given[cut]--;
    }
    return true;
}
