#include "engine/answers/accuracy.h"

#include "engine/policy/configure/clover_rule.h"

#include <math.h>
#include <string.h>

bool accuracy_is_known(const struct summary_app *app)
{
    return *app->accuracy_metric && !isnan(app->accuracy);
}

int accuracy_only_app(const struct summary *summary)
{
    int only = -1, n = 0;
    for (int a = 0; a < summary->n_apps; a++) {
        if (!accuracy_is_known(&summary->apps[a]))
            continue;
        only = a;
        n++;
    }
    return n == 1 && summary->n_apps > 1 ? only : -1;
}

static bool same_metric(const struct summary_app *a, const struct summary_app *b)
{
    return *a->accuracy_metric && strcmp(a->accuracy_metric, b->accuracy_metric) == 0;
}

double accuracy_overall(const struct summary *summary)
{
    double sum = 0, requests = 0;
    for (int a = 0; a < summary->n_apps; a++) {
        const struct summary_app *app = &summary->apps[a];
        if (!same_metric(app, &summary->apps[0]))
            return (double)NAN;
        if (app->finished == 0)
            continue;
        sum += app->accuracy * (double)app->finished;
        requests += (double)app->finished;
    }
    return requests > 0 ? sum / requests : (double)NAN;
}

double accuracy_change(const struct model *model, const struct summary *summary)
{
    return accuracy_pool_change(model, model_told_pool(model), summary);
}

double accuracy_pool_change(const struct model *model, int p, const struct summary *summary)
{
    const struct model_pool *pool = &model->pools[p];
    struct clover_loss loss = {0};
    for (int k = 0; pool->clover && k < pool->n_apps && pool->apps[k] < summary->n_apps; k++) {
        const struct summary_app *app = &summary->apps[pool->apps[k]];
        clover_loss_add(&loss, (double)app->finished, app->accuracy, pool->clover->apps[k].base_accuracy);
    }
    return clover_loss_mean(&loss);
}

double accuracy_against(const struct summary *now, const struct summary *then)
{
    struct clover_loss loss = {0};
    for (int a = 0; a < now->n_apps && a < then->n_apps; a++) {
        const struct summary_app *is = &now->apps[a], *was = &then->apps[a];
        if (same_metric(is, was) && was->accuracy > 0)
            clover_loss_add(&loss, (double)is->finished, is->accuracy, was->accuracy);
    }
    return clover_loss_mean(&loss);
}
