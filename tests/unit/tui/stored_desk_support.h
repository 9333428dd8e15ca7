/* What tests share that keep things: a store of their own for each case, and a desk over it. Header only. */
#ifndef WATTIF_TESTS_STORED_DESK_SUPPORT_H
#define WATTIF_TESTS_STORED_DESK_SUPPORT_H

#include "tests/unit/store/store_folder.h"
#include "tests/unit/tui/desk_support.h"

static struct store *store;

static int with_store(void **state)
{
    store = fresh_store("desk.db");
    return store ? 0 : -1;
}

static int without_store(void **state)
{
    store_close(store);
    return 0;
}

#define FACT_WITH_STORE(test) FACT_IN(test, with_store, without_store)
#define FACT_AT_STORED(test, opened)                                                                         \
    FACT_ABOUT(test, struct desk *, desk, opened, desk_leave, with_store, without_store)

/* carbondis-set1 with so many requests for each job. */
static inline void load_small(struct scenario *scenario, int requests)
{
    must(store_load_scenario(store, "carbondis-set1", scenario, &err), &err);
    for (int a = 0; a < scenario->n_apps; a++)
        scenario->apps[a].requests = requests;
}

/* It with few; `live`: as somebody sits in front of it. */
static inline struct desk *small_desk(int columns, int rows, bool live)
{
    DEFER(scenario_free) struct scenario scenario;
    struct display_options display = {.glyphs = GLYPHS_BRAILLE, .no_ahead = true};
    load_small(&scenario, 400);
    struct desk_options options = desk_options_for(store, &scenario, &display);
    options.live = live;
    struct desk *desk = malloc(sizeof *desk);
    assert_non_null(desk);
    must(desk_open(desk, &options, &err), &err);
    assert_true(desk_resize(desk, columns, rows, &err));
    desk_settle(desk);
    return desk;
}

static inline size_t count_runs(void)
{
    struct store_list list;
    assert_true(store_list(store, STORE_RUN, &list, NULL));
    free(list.items);
    return list.n;
}

#endif
