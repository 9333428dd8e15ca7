/* What the settings come to, over all seeds and days: those that keep every limit by the goal, the best
 * first; and what the best costs: of all that gets worse what it was chosen to be held against, or else what
 * gets worse by most of itself. */
#include "tui/ask/advise.h"

#include "engine/answers/comparison.h"
#include "engine/answers/front.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double advise_mean(const struct ask *ask, struct aim aim, size_t setting)
{
    size_t days = advise_plan_of(ask)->n_days, seeds = seeding_whole(&ask->seeding),
           n = days * (seeds ? seeds : 1);
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        const struct answer *answer = seeding_answer(&ask->seeding, setting * days + i % days, i / days);
        sum += answer ? answer_metric(answer, aim.metric, aim.part) : (double)NAN;
    }
    return sum / (double)n;
}

static double price_value(const void *context, enum metric metric, size_t i)
{
    return advise_mean(context, (struct aim){metric, 0}, i);
}

static void hold(const struct advise_plan *plan, const struct answer *answer, struct advised *found)
{
    double excess = answer_metric(answer, METRIC_LIMIT_EXCESS, 0);
    struct advise_fault *worst = &found->worst;
    if (answer_metric(answer, METRIC_LIMITS_BROKEN, 0) > 0) {
        found->kept = false;
        if (!worst->answer || excess > worst->excess)
            *worst = (struct advise_fault){excess, answer_metric(answer, METRIC_LIMIT_VALUE, 0),
                                           answer_metric(answer, METRIC_LIMIT_AT, 0), answer, 0};
    }
    for (size_t i = 0; i < plan->n_limits; i++) {
        const struct aim_limit *limit = &plan->limits[i];
        double value = answer_metric(answer, limit->of.metric, limit->of.part);
        excess = aim_limit_excess(limit, value);
        found->kept = found->kept && !(excess > 0);
        if (excess > worst->excess)
            *worst = (struct advise_fault){excess, value, limit->value, NULL, i};
    }
}

static struct advised advised_of(const struct ask *ask, size_t setting, struct aim goal, struct aim price)
{
    const struct advise_plan *plan = advise_plan_of(ask);
    size_t seeds = seeding_whole(&ask->seeding), n = 0;
    double then[SEEDING_MAX * ADVISE_DAYS], now[SEEDING_MAX * ADVISE_DAYS];
    struct advised found = {.setting = setting,
                            .kept = true,
                            .goal = advise_mean(ask, goal, setting),
                            .price = price.metric == METRIC_COUNT ? 0 : advise_mean(ask, price, setting)};
    found.goal *= metric_infos[goal.metric].better == METRIC_MORE ? -1 : 1;
    found.price *= price.metric < METRIC_COUNT && metric_infos[price.metric].better == METRIC_MORE ? -1 : 1;
    found.carbon_g = advise_mean(ask, (struct aim){METRIC_CARBON, 0}, setting);
    for (size_t k = 0; k < plan->n_choices; k++)
        found.turned += advise_value(plan, setting, k) != NULL;
    for (size_t i = 0; i < plan->n_days * (seeds ? seeds : 1); i++) {
        size_t day = i % plan->n_days, seed = i / plan->n_days;
        const struct answer *answer = seeding_answer(&ask->seeding, setting * plan->n_days + day, seed),
                            *base = seeding_answer(&ask->seeding, day, seed);
        found.known = found.known || answer;
        found.kept = found.kept && answer;
        if (answer)
            hold(plan, answer, &found);
        if (answer && base) {
            then[n] = answer_metric(base, goal.metric, goal.part);
            now[n++] = answer_metric(answer, goal.metric, goal.part);
        }
    }
    found.effect = pairing_of(then, now, n);
    return found;
}

/* Those that keep every limit by the goal, then those that do not by how little, then what is not known; of
 * equals the one of less carbon. */
static int compare_advised(const void *a, const void *b)
{
    const struct advised *left = a, *right = b;
    int rank_left = left->known ? !left->kept : 2, rank_right = right->known ? !right->kept : 2;
    double keys[4][2] = {{rank_left, rank_right},
                         {rank_left == 1 ? left->worst.excess : left->goal,
                          rank_right == 1 ? right->worst.excess : right->goal},
                         {left->carbon_g, right->carbon_g},
                         {left->price, right->price}};
    for (size_t k = 0; k < 4; k++) {
        double own = isnan(keys[k][0]) ? INFINITY : keys[k][0],
               other = isnan(keys[k][1]) ? INFINITY : keys[k][1];
        if (own != other)
            return own < other ? -1 : 1;
    }
    return left->turned != right->turned    ? left->turned - right->turned
           : left->setting < right->setting ? -1
                                            : 1;
}

/* Is it worse than there is now, by how much of itself? 0: no. */
static double share_worse(const struct ask *ask, struct aim aim, size_t setting)
{
    double now = advise_mean(ask, aim, setting), then = advise_mean(ask, aim, 0);
    char change[METRIC_WORDS_SIZE];
    bool worse = metric_judge(aim.metric, now, then) < 0 &&
                 strcmp(metric_words_change(aim.metric, now, then, change), "=") != 0;
    return worse ? fabs(now - then) / fmax(fabs(now), fabs(then)) : 0;
}

/* What a setting has worse by most of itself: of the run, and how long an app without an SLO waits, or how
 * accurate it is. */
static struct aim dearest(const struct ask *ask, struct aim goal, size_t setting)
{
    struct aim dearest = {METRIC_COUNT, 0};
    double most = 0;
    for (enum metric m = 0; m < METRIC_COUNT; m++) {
        bool waits = m == METRIC_APP_P95 || m == METRIC_APP_MEAN, app = waits || m == METRIC_APP_ACCURACY;
        int parts = app ? advise_plan_of(ask)->scenario.n_apps : prices_may_be(m) || m == METRIC_CARBON;
        for (int part = 0; part < parts; part++) {
            struct aim aim = {m, part};
            bool limited = waits && !isnan(advise_mean(ask, (struct aim){METRIC_APP_SLO, part}, 0));
            bool is_goal = m == goal.metric && part == goal.part;
            double share = limited || is_goal ? 0 : share_worse(ask, aim, setting);
            dearest = share > most ? aim : dearest;
            most = fmax(share, most);
        }
    }
    return dearest;
}

struct advise_ranking advise_rank(const struct ask *ask, struct aim goal, struct arena *arena)
{
    const struct advise_plan *plan = advise_plan_of(ask);
    struct advise_ranking ranking = {.goal = goal, .column = {METRIC_CARBON, 0}};
    ranking.found = arena_alloc(arena, plan->n * sizeof *ranking.found);
    if (!ranking.found)
        return ranking;
    if (work_is_measure(goal.metric) &&
        prices_choose(price_value, ask, plan->n, &ranking.column.metric, 1) == 0)
        ranking.column.metric = METRIC_COUNT;
    for (size_t i = 0; i < plan->n; i++) {
        ranking.found[i] = advised_of(ask, i, goal, ranking.column);
        ranking.kept += ranking.found[i].known && ranking.found[i].kept;
    }
    qsort(ranking.found, plan->n, sizeof *ranking.found, compare_advised);
    size_t best = ranking.found[0].setting;
    struct aim price = dearest(ask, goal, best);
    ranking.paid = ranking.kept > 0 && price.metric != METRIC_COUNT;
    ranking.column = ranking.paid ? price : ranking.column;
    return ranking;
}
