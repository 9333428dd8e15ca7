/* A shelf of derived inputs that tests can look into: all that was put on it, and how often it was asked. */
#ifndef WATTIF_TESTS_TUI_SHELF_SUPPORT_H
#define WATTIF_TESTS_TUI_SHELF_SUPPORT_H

#include "engine/explore/prepare.h"

#include <pthread.h>

enum { BOX_SIZE = 64 };

struct box {
    pthread_mutex_t lock;   /* it is asked on any thread */
    int asked, put, tables; /* of those put, ORACLE's tables */
    struct derived_part *content[BOX_SIZE];
};

static inline struct derived_part *box_get(void *context, struct derived_key key)
{
    struct box *box = context;
    struct derived_part *found = NULL;
    pthread_mutex_lock(&box->lock);
    box->asked++;
    for (int k = 0; k < box->put && !found; k++)
        if (box->content[k]->key.kind == key.kind && box->content[k]->key.hash == key.hash)
            found = derived_part_retain(box->content[k]);
    pthread_mutex_unlock(&box->lock);
    return found;
}

static inline void box_put(void *context, const struct derived_part *part)
{
    struct box *box = context;
    assert_true(box->put < BOX_SIZE);
    pthread_mutex_lock(&box->lock);
    box->content[box->put++] = derived_part_retain((struct derived_part *)part);
    box->tables += part->key.kind == DERIVED_TABLE;
    pthread_mutex_unlock(&box->lock);
}

static inline void box_empty(struct box *box)
{
    for (int k = 0; k < box->put; k++)
        derived_part_release(box->content[k]);
}

static inline struct shelf_behind box_shelf(struct box *box)
{
    return (struct shelf_behind){.context = box, .get = box_get, .put = box_put};
}

#endif
