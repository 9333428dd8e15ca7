/* Derived inputs in the store: there and back to the byte, over the end of the program, replaced, bounded,
 * damaged, and in those that cannot be written. */
#include "tests/unit/store/store_support.h"

#include <sys/stat.h>

enum { NOBODY = 65534 };

static struct derived_key table(uint64_t hash)
{
    return (struct derived_key){DERIVED_TABLE, hash};
}

static struct derived_part *made_up(struct derived_key name, int n_points)
{
    uint64_t key = random_key(name.hash, RANDOM_TEST, 0), i = 0;
    struct derived_part *part = derived_part_create(name, 1, n_points);
    assert_non_null(part);
    for (int k = 0; k < n_points; k++) {
        part->points[k].energy_j = random_unit(key, i++);
        part->points[k].accuracy_change = -random_unit(key, i++);
        part->points[k].tail_ms[0] = k == 0 ? INFINITY : random_unit(key, i++);
    }
    return part;
}

static void put_key(struct store *store, struct derived_key key, int n_points)
{
    struct derived_part *part = made_up(key, n_points);
    must(store_derived_put(store, part, &err), &err);
    derived_part_release(part);
}

static void expect_key(struct store *store, struct derived_key key, int n_points)
{
    struct derived_part *part = store_derived_get(store, key), *like = made_up(key, n_points);
    assert_non_null(part);
    assert_true(part->key.kind == key.kind && part->key.hash == key.hash);
    assert_int_equal(part->n_points, n_points);
    assert_memory_equal(part->points, like->points, (size_t)n_points * sizeof *like->points);
    derived_part_release(part);
    derived_part_release(like);
}

static void put(struct store *store, uint64_t hash, int n_points)
{
    put_key(store, table(hash), n_points);
}

static void expect(struct store *store, uint64_t hash, int n_points)
{
    expect_key(store, table(hash), n_points);
}

static bool has(struct store *store, uint64_t hash)
{
    struct derived_part *part = store_derived_get(store, table(hash));
    bool found = part != NULL;
    derived_part_release(part);
    return found;
}

/* The oldest go, and one that is put again is not old. */
FACT(test_bounded)
{
    struct store *store = fresh_store("bounded.db");
    for (uint64_t hash = 1; hash <= 200; hash++)
        put(store, hash, 1);
    put(store, 1, 2);
    put(store, 201, 1);
    put(store, 202, 1);
    assert_false(has(store, 2));
    assert_false(has(store, 3));
    expect(store, 1, 2);
    expect(store, 4, 1);
    expect(store, 202, 1);
    store_close(store);
    assert_int_equal(ask(in_folder("bounded.db"), "SELECT count(*) FROM kept"), 200);
}

/* One hash may be two things; each kind has its own two hundred. */
FACT(test_kinds)
{
    struct store *store = fresh_store("kinds.db");
    struct derived_key base = {DERIVED_BASE, 1};
    put(store, 1, 5);
    assert_null(store_derived_get(store, base));
    put_key(store, base, 1);
    expect_key(store, base, 1);
    expect(store, 1, 5);
    for (uint64_t hash = 2; hash <= 250; hash++)
        put(store, hash, 1);
    assert_false(has(store, 1));
    expect_key(store, base, 1);
    store_close(store);
    assert_int_equal(ask(in_folder("kinds.db"), "SELECT count(*) FROM kept WHERE kind = 'base'"), 1);
    assert_int_equal(ask(in_folder("kinds.db"), "SELECT count(*) FROM kept WHERE kind = 'table'"), 200);
}

FACT(test_damaged)
{
    DEFER(store_leave) struct store *store = fresh_store("damaged.db");
    put(store, 1, 5);
    put(store, 2, 5);
    put(store, 3, 5);
    store_close(store);
    ask(in_folder("damaged.db"), "UPDATE kept SET bytes = substr(bytes, 1, 100) WHERE id = 1");
    ask(in_folder("damaged.db"), "UPDATE kept SET bytes = x'' WHERE id = 2");
    ask(in_folder("damaged.db"), "UPDATE kept SET key = '0000000000000009' WHERE id = 3");
    store = open_or_fail(in_folder("damaged.db"));
    for (uint64_t hash = 1; hash <= 9; hash++)
        assert_false(has(store, hash));
    put(store, 1, 5);
    expect(store, 1, 5);
}

/* A store that is filled needs none, and the folder of the data may not be readable to others. */
static struct store *open_without_library(const char *path)
{
    struct store_options options = {.path = path};
    const char *set = getenv("WATTIF_DATA");
    char *data = set ? strdup(set) : NULL;
    unsetenv("WATTIF_DATA");
    struct store *store = store_open(&options, &err);
    if (data)
        setenv("WATTIF_DATA", data, 1);
    free(data);
    must(store, &err);
    return store;
}

static int writable_again(void **state)
{
    if (geteuid() == NOBODY && (seteuid(0) != 0 || setreuid(0, 0) != 0))
        return -1;
    return chmod(folder, 0755);
}

/* What is there can be read; nothing is added and nobody is told of a fault. Root may write anywhere, so it
 * acts as somebody else for a while. */
FACT_IN(test_read_only, NULL, writable_again)
{
    DEFER(store_leave) struct store *store = fresh_store("fixed.db");
    put(store, 1, 4);
    store_close(store);
    assert_int_equal(chmod(in_folder("fixed.db"), 0444), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    assert_true(geteuid() != 0 || (setreuid(NOBODY, (uid_t)-1) == 0 && seteuid(NOBODY) == 0));
    store = open_without_library(in_folder("fixed.db"));
    assert_true(store_is_read_only(store));
    expect(store, 1, 4);
    put(store, 2, 4);
    assert_false(has(store, 2));
}

/* What a shelf sees of it: read by a connection of its own, as soon as it is put. A store in memory has none,
 * and where there is no store nothing stands behind the shelf. */
FACT(test_shelf)
{
    DEFER(store_leave) struct store *store = fresh_store("shelf.db"), *in_memory = open_or_fail(":memory:");
    struct shelf_behind behind = store_shelf(store), memory = store_shelf(in_memory),
                        none = store_shelf(NULL);
    struct derived_part *part = made_up(table(5), 6), *found;
    assert_null(behind.get(behind.context, table(5)));
    behind.put(behind.context, part);
    expect(store, 5, 6);
    found = behind.get(behind.context, table(5));
    assert_non_null(found);
    assert_memory_equal(found->points, part->points, 6 * sizeof *found->points);
    memory.put(memory.context, part);
    assert_null(memory.get(memory.context, table(5)));
    assert_null(none.get);
    assert_null(none.put);
    assert_int_equal(access(":memory:", F_OK), -1); /* no file of that name */
    derived_part_release(found);
    derived_part_release(part);
}

FACTS_BETWEEN(make_folder_with_library, remove_folder)
