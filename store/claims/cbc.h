/* COIN-OR's CBC as a solver (engine/explore/solver.h), run as a program where it is installed (Debian:
 * coinor-cbc): the problem goes out as a file, what it prints comes in. wattif links nothing of it. Its work
 * is limited by nodes, so that what it answers does not hang on how fast a machine is, and by seconds against
 * one that hangs. */
#ifndef WATTIF_STORE_CLAIMS_CBC_H
#define WATTIF_STORE_CLAIMS_CBC_H

#include "engine/explore/solver.h"

/* NULL: it is not installed. */
const struct solver *cbc_solver(void);

#endif
