/* Pods of a kind change places without changing anything, so a solver that told them apart would try the same
 * assignment over and over. */
#include "engine/policy/place/assign_lp.h"

#include "engine/base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Text that grows; NULL once there was no memory. */
struct lp {
    char *text;
    size_t n, size;
};

static void put(struct lp *lp, const char *format, ...) PRINTF_LIKE(2, 3);
static void put(struct lp *lp, const char *format, ...)
{
    enum { MOST = 96 };
    va_list arguments;
    if (lp->text && lp->size - lp->n < MOST) {
        char *grown = realloc(lp->text, 2 * lp->size);
        if (!grown)
            free(lp->text);
        lp->text = grown;
        lp->size *= 2;
    }
    if (!lp->text)
        return;
    va_start(arguments, format);
    lp->n += (size_t)vsnprintf(lp->text + lp->n, MOST, format, arguments);
    va_end(arguments);
}

static double rise_of(const struct assign *assign, int pod, int gpu)
{
    return assign->rise_k[assign->alike ? pod : pod * assign->n_gpus + gpu];
}

static bool may_be(const struct assign *assign, int pod, int gpu)
{
    return isfinite(rise_of(assign, pod, gpu)) &&
           !(assign->fixed && assign->fixed[pod] >= 0 && assign->fixed[pod] != gpu);
}

static bool is_same_kind(const struct assign *assign, int a, int b)
{
    bool same = assign->size[a] == assign->size[b];
    for (int g = 0; same && g < assign->n_gpus; g++)
        same = may_be(assign, a, g) == may_be(assign, b, g) &&
               (!may_be(assign, a, g) || !(rise_of(assign, a, g) < rise_of(assign, b, g) ||
                                           rise_of(assign, a, g) > rise_of(assign, b, g)));
    return same;
}

/* The first pod of each kind, and how many are of it. */
struct kinds {
    int n, pod[ASSIGN_PODS_MAX], count[ASSIGN_PODS_MAX];
};

char *assign_print_lp(const struct assign *assign)
{
    struct lp lp = {.text = malloc(4096), .size = 4096};
    struct kinds *kinds = malloc(sizeof *kinds);
    if (!kinds) {
        free(lp.text);
        return NULL;
    }
    kinds->n = 0;
    for (int pod = 0; pod < assign->n_pods; pod++) {
        int k = 0;
        while (k < kinds->n && !is_same_kind(assign, kinds->pod[k], pod))
            k++;
        if (k == kinds->n) {
            kinds->pod[kinds->n] = pod;
            kinds->count[kinds->n++] = 0;
        }
        kinds->count[k]++;
    }
    put(&lp, "Minimize\n z: z\nSubject To\n");
    for (int k = 0; k < kinds->n; k++) {
        put(&lp, " kind_%d:", k);
        for (int g = 0; g < assign->n_gpus; g++)
            if (may_be(assign, kinds->pod[k], g))
                put(&lp, " + x_%d_%d\n", k, g);
        put(&lp, " = %d\n", kinds->count[k]);
    }
    for (int g = 0; g < assign->n_gpus; g++) {
        put(&lp, " warm_%d:", g);
        for (int k = 0; k < kinds->n; k++)
            if (may_be(assign, kinds->pod[k], g))
                put(&lp, " + %.17g x_%d_%d\n", rise_of(assign, kinds->pod[k], g), k, g);
        put(&lp, " - z <= %.17g\n", -assign->base_k[g]);
        for (int size = 0; size < ASSIGN_SIZES_MAX; size++) {
            bool any = false;
            for (int k = 0; k < kinds->n; k++) {
                if (assign->size[kinds->pod[k]] != size || !may_be(assign, kinds->pod[k], g))
                    continue;
                if (!any)
                    put(&lp, " free_%d_%d:", g, size);
                any = true;
                put(&lp, " + x_%d_%d\n", k, g);
            }
            if (any)
                put(&lp, " <= %d\n", assign->free[g * ASSIGN_SIZES_MAX + size]);
        }
    }
    put(&lp, "General\n");
    for (int k = 0; k < kinds->n; k++)
        for (int g = 0; g < assign->n_gpus; g++)
            if (may_be(assign, kinds->pod[k], g))
                put(&lp, " x_%d_%d\n", k, g);
    put(&lp, "End\n");
    free(kinds);
    return lp.text;
}
