/* A placement as an integer program in the LP format, for whoever proves how good it can be: how many pods of
 * a kind, which are those that nothing tells apart, are on each GPU, and z, which is at least as warm as
 * each. */
#ifndef WATTIF_POLICY_PLACE_ASSIGN_LP_H
#define WATTIF_POLICY_PLACE_ASSIGN_LP_H

#include "engine/policy/place/assign.h"

/* The caller frees it; NULL: out of memory. */
char *assign_print_lp(const struct assign *assign);

#endif
