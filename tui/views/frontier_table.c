/* The settings of a sweep as a table (report/told.h): a row each, the best across first. */
#include "tui/views/frontier.h"

#include "engine/base/text.h"
#include "tui/explorer/explorer.h"
#include "tui/media/rows.h"
#include "tui/report/told.h"

#include <math.h>
#include <stdlib.h>

struct place {
    double key;
    size_t i;
};

static int compare_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    if (isnan(a->key) != isnan(b->key))
        return isnan(a->key) ? 1 : -1;
    if (a->key != b->key && !isnan(a->key))
        return a->key < b->key ? -1 : 1;
    return a->i < b->i ? -1 : 1;
}

void frontier_sort(struct frontier *own)
{
    struct place *places = calloc(own->n + 1, sizeof *places);
    double sense = metric_infos[own->across].better == METRIC_MORE ? -1 : 1;
    for (size_t i = 0; i < own->n; i++) {
        own->order[i] = i;
        if (places)
            places[i] = (struct place){sense * own->means[i].across, i};
    }
    if (places)
        qsort(places, own->n, sizeof *places, compare_places);
    for (size_t i = 0; places && i < own->n; i++)
        own->order[i] = places[i].i;
    free(places);
}

size_t frontier_row(const struct frontier *own)
{
    size_t row = 0;
    while (row + 1 < own->n && own->order[row] != own->at)
        row++;
    return row;
}

/* Of the metrics those of the two axes, then what else the runs are known by. */
void frontier_account(const struct host *host, const struct frontier *own, struct account *account)
{
    static const enum metric others[] = {METRIC_CARBON, METRIC_LATE, METRIC_WORST_OF_SLO, METRIC_ACCURACY,
                                         METRIC_ENERGY};
    enum { OTHERS = sizeof others / sizeof *others, NAME = 160 };
    enum metric metrics[2 + OTHERS] = {own->across, own->up};
    const char **names = arena_alloc(&account->arena, (own->n + 1) * sizeof *names);
    bool *front = arena_alloc(&account->arena, (own->n + 1) * sizeof *front);
    struct told_sweep told = {.of = explorer_sweep(host->explorer),
                              .metrics = metrics,
                              .n_metrics = 2,
                              .front = front,
                              .kept = own->shares,
                              .order = own->order,
                              .most = SIZE_MAX,
                              .best = own->best,
                              .names = names};
    char name[NAME];
    if (!names || !front)
        return;
    for (size_t k = 0; k < OTHERS; k++) {
        bool known = false;
        for (size_t i = 0; i < own->n && !known; i++)
            known = !isnan(own->shares[i]) && sweep_mean(told.of, i, frontier_column(host, others[k])).n > 0;
        if (known && others[k] != own->across && others[k] != own->up)
            metrics[told.n_metrics++] = others[k];
    }
    for (size_t i = 0; i < own->n; i++) {
        explorer_name_configuration(host->explorer, i, name, sizeof name);
        names[i] = text(&account->arena, "%s", name);
    }
    for (size_t k = 0; k < own->n_front; k++)
        front[own->front[k]] = true;
    told_sweep(account, &told);
}

void frontier_tell(const struct host *host, const void *state, struct account *account)
{
    const struct frontier *own = state;
    const struct sweep_values *values = explorer_sweep(host->explorer);
    char key[96];
    metric_key(own->across, 0, key, sizeof key);
    account_fact(account, "across", account_said(key));
    metric_key(own->up, 0, key, sizeof key);
    account_fact(account, "up", account_said(key));
    if (!values)
        return;
    account_fact(account, "seeds", account_bare((double)values->sweep->replicates));
    frontier_account(host, own, account);
}
