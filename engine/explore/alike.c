/* Each scenario is held, without what its run does not read, against those before it that are the first of
 * their kind. Most differ in a number or a scheme, which is cheap to see; only the rest are compared whole.
 */
#include "engine/explore/alike.h"

#include <stdlib.h>
#include <string.h>

struct alike {
    size_t n, size;
    size_t *firsts;        /* [n] */
    struct scenario *bare; /* [n]: of those that are the first of their kind; NULL once it is closed */
};

struct alike *alike_create(size_t n)
{
    struct alike *alike = calloc(1, sizeof *alike);
    if (!alike)
        return NULL;
    alike->size = n;
    alike->firsts = malloc((n + 1) * sizeof *alike->firsts);
    alike->bare = calloc(n + 1, sizeof *alike->bare);
    if (alike->firsts && alike->bare)
        return alike;
    alike_free(alike);
    return NULL;
}

void alike_close(struct alike *alike)
{
    for (size_t i = 0; alike->bare && i < alike->n; i++)
        if (alike->firsts[i] == i)
            scenario_free(&alike->bare[i]);
    free(alike->bare);
    alike->bare = NULL;
}

void alike_free(struct alike *alike)
{
    if (!alike)
        return;
    alike_close(alike);
    free(alike->firsts);
    free(alike);
}

/* Scenarios that differ here have other runs; those that do not may have. */
static bool may_be_same(const struct scenario *a, const struct scenario *b)
{
    return a->seed == b->seed && a->start_s == b->start_s &&
           memcmp(a->policy, b->policy, sizeof a->policy) == 0 &&
           memcmp(a->number, b->number, sizeof a->number) == 0;
}

bool alike_add(struct alike *alike, const struct scenario *scenario)
{
    struct scenario bare;
    size_t first = 0, own = alike->n;
    if (own == alike->size || !scenario_copy(&bare, scenario))
        return false;
    scenario_forget_unread(&bare);
    while (first < own && (alike->firsts[first] != first || !may_be_same(&alike->bare[first], &bare) ||
                           scenario_difference(&alike->bare[first], &bare)))
        first++;
    alike->firsts[alike->n++] = first;
    if (first == own)
        alike->bare[own] = bare;
    else
        scenario_free(&bare);
    return true;
}

size_t alike_first(const struct alike *alike, size_t index)
{
    return alike->firsts[index];
}
