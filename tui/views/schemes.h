/* Schemes as a living table: for each layer that has a choice its schemes, pool by pool, and the fleets, each
 * with what the whole run comes to with it in force throughout. Numbers fill in as they are simulated; once
 * all are there the least carbon comes first. More seeds follow while nothing more urgent waits: they say
 * which differences are larger than luck. Those that change nothing here, and those that the engine would
 * refuse, lie behind one row at the end of their pool, which counts them and tells why. schemes.c lists and
 * takes, schemes_draw.c draws. */
#ifndef WATTIF_TUI_VIEWS_SCHEMES_H
#define WATTIF_TUI_VIEWS_SCHEMES_H

#include "engine/answers/comparison.h"
#include "engine/explore/pairing.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/seeding.h"
#include "tui/views/picker.h"

enum { SCHEME_ROWS = CHOICES_MAX + 2 * POOLS_MAX + 2, SCHEME_MARKS = 4 };

struct scheme_row {
    int folds;             /* so many rows after it, which cannot be had: it stands for them; 0: a choice */
    bool behind;           /* one of those */
    int n_idle;            /* folds > 0: so many of them change nothing here; the others cannot run */
    struct choice choice;  /* folds == 0 */
    bool idle;             /* the run with it is the run as it is */
    int asked;             /* number of its run among those asked for; -1: none */
    bool lots;             /* it draws lots, or what it is held against does */
    struct pairing effect; /* on carbon over the seeds, against the reference's runs; n 0: not known */
    char mark;             /* 'A' to 'D', or 0 */
    char text[128];        /* for the filter */
};

struct schemes {
    struct scheme_row rows[SCHEME_ROWS];
    bool unfolded, sorted;
    struct seeding seeding; /* numbers in the table are of its first seed, the draw that is explored */
    size_t seen, seeds;     /* runs that have come; seeds that are whole */
    size_t against;         /* number of the reference's run */
    const struct result *against_of; /* NULL: the run as it is */
    char title[80];
    double least, most;      /* of the differences in carbon from the reference, per cent: 0 among them */
    enum work_likeness work; /* of the run that is furthest from the reference's */
    struct {                 /* what carbon is held against */
        double carbon_g;     /* NAN: it is not known yet */
        double request_g;    /* of one request */
        struct work work;
        char name[64];
    } reference;
};

/* Carbon against the reference in per cent, by the request where the work is not the same; NAN: not known. */
double scheme_change(const struct schemes *schemes, const struct answer *answer);
/* Carbon of a run with a seed less the reference's, per cent of that; NAN: not known. */
double scheme_difference(const struct schemes *schemes, const struct scheme_row *row, size_t seed);
/* What is known of a row's run, or NULL. */
const struct answer *scheme_answer(const struct schemes *schemes, const struct scheme_row *row);

void schemes_row(const struct host *host, const struct picker *picker, int item, struct rect rect,
                 enum role ground, struct canvas *canvas);
void schemes_columns(const struct host *host, const struct picker *picker, struct rect rect,
                     struct canvas *canvas);
void schemes_preview(const struct host *host, const struct picker *picker, int item, struct rect rect,
                     struct canvas *canvas);

#endif
