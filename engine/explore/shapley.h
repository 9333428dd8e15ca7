/* What each of a few players is worth, where what every set of them comes to is known (Shapley 1953). A set
 * is a mask of bits, player i is bit i; values[set] is what it comes to, values[0] what comes without
 * anybody.
 *
 * The share of a player is what it adds to those that are there before it, the mean over all orders in which
 * they may come. All shares add up to values[all] - values[0]; a player that adds nothing to any set has
 * none; two that add the same to every set have the same. Orders are not walked: a set of k others comes
 * before a player in k! (n - k - 1)! of the n! orders, so every set is visited once.
 *
 * The interaction of two players is what both add beyond the sum of what each adds, the mean over the sets of
 * the others, weighted likewise (Grabisch and Roubens 1999): 0 where each adds the same whether the other is
 * there or not. */
#ifndef WATTIF_EXPLORE_SHAPLEY_H
#define WATTIF_EXPLORE_SHAPLEY_H

enum { SHAPLEY_PLAYERS_MAX = 10 };

/* Of player `player` of n (1..SHAPLEY_PLAYERS_MAX). NAN where the value of any set is. */
double shapley_share(const double *values, int n, int player);

/* Of two of n >= 2. What is left of numbers that cancel, less than 1e-10 of the greatest value, is 0. */
double shapley_interaction(const double *values, int n, int a, int b);

#endif
