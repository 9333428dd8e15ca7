/* A shelf of derived inputs that tests can look into: all that was put on it, and how often it was asked. */
#ifndef WATTIF_TESTS_TUI_SHELF_SUPPORT_H
#define WATTIF_TESTS_TUI_SHELF_SUPPORT_H

#include "engine/explore/prepare.h"

enum { BOX_SIZE = 64 };

struct box {
    int asked, put, tables; /* of those put, ORACLE's tables */
    struct derived *content[BOX_SIZE];
};

static inline struct derived *box_get(void *context, uint64_t hash)
{
    struct box *box = context;
    box->asked++;
    for (int k = 0; k < box->put; k++)
        if (box->content[k]->hash == hash)
            return derived_retain(box->content[k]);
    return NULL;
}

static inline void box_put(void *context, const struct derived *derived)
{
    struct box *box = context;
    assert_true(box->put < BOX_SIZE);
    box->content[box->put++] = derived_retain((struct derived *)derived);
    box->tables += derived->n_points > 0;
}

static inline void box_empty(struct box *box)
{
    for (int k = 0; k < box->put; k++)
        derived_release(box->content[k]);
}

static inline struct shelf box_shelf(struct box *box)
{
    return (struct shelf){.context = box, .get = box_get, .put = box_put};
}

#endif
