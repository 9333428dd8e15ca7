/* What every bench begins and ends with: the shipped library in a store of its own, so that the user's is
 * never touched, one scenario of it, and what the command line says of repeats. Failures end the program. */
#ifndef WATTIF_TESTS_BENCH_INPUTS_H
#define WATTIF_TESTS_BENCH_INPUTS_H

#include "store/store.h"

struct inputs {
    char folder[32];
    struct store *store;
    struct scenario scenario;
};

void inputs_open(struct inputs *inputs, const char *scenario);
void inputs_close(struct inputs *inputs);

_Noreturn void inputs_die(const struct error *error);

/* 1 to REPEATS_MAX. */
int inputs_repeats(const char *text);

#endif
