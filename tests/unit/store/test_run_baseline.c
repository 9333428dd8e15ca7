/* What is kept beside a run: it goes wherever its run goes, is in no list and under no name that anybody
 * could give, serves only the scenario that it was made of, and where it is damaged its run is not. */
#include "tests/unit/store/store_support.h"

struct kept {
    struct store *store;
    struct scenario scenario, against;
    struct recording *recording, *held;
};

static void keep(struct kept *kept, const char *file)
{
    struct baseline baseline;
    *kept = (struct kept){.store = fresh_store(file),
                          .recording = random_recording(1, 20, 5, 6, 2),
                          .held = random_recording(2, 20, 5, 6, 2)};
    assert_true(store_load_scenario(kept->store, "carbondis-set1", &kept->scenario, &err));
    assert_true(scenario_copy(&kept->against, &kept->scenario) &&
                scenario_become_baseline(&kept->against, &baseline));
    save_whole(kept->store, "a", &kept->scenario, kept->recording, kept->held);
}

static void let_go(struct kept *kept)
{
    store_close(kept->store);
    scenario_free(&kept->scenario);
    scenario_free(&kept->against);
    recording_free(kept->recording);
    recording_free(kept->held);
}

static bool comes_back(struct kept *kept, const char *name)
{
    DEFER(recording_leave) struct recording *found = store_load_baseline(kept->store, name, &kept->against);
    bool same = found && found->summary.carbon_total_g == kept->held->summary.carbon_total_g &&
                memcmp(found->run[0], kept->held->run[0], 20 * sizeof(float)) == 0;
    return same;
}

static bool opens(struct store *store, const char *name)
{
    DEFER(saved_run_leave) struct saved_run *run = store_load_run(store, name, &err);
    return run != NULL;
}

static size_t listed(struct store *store)
{
    struct store_list list;
    assert_true(store_list(store, STORE_RUN, &list, &err));
    free(list.items);
    return list.n;
}

FACT(test_it_goes_with_its_run)
{
    struct kept kept;
    keep(&kept, "goes.db");
    assert_true(comes_back(&kept, "a"));
    assert_int_equal(listed(kept.store), 1);
    assert_true(store_rename_run(kept.store, "a", "b", &err));
    assert_true(comes_back(&kept, "b"));
    assert_false(comes_back(&kept, "a"));
    save_whole(kept.store, "b", &kept.scenario, kept.recording, kept.held);
    assert_true(comes_back(&kept, "b"));
    assert_int_equal(ask(in_folder("goes.db"), "SELECT count(*) FROM run"), 2);
    assert_true(store_save_run(kept.store, "b", "", &kept.scenario, kept.recording, true, &err));
    assert_false(comes_back(&kept, "b"));
    assert_int_equal(ask(in_folder("goes.db"), "SELECT count(*) FROM run"), 1);
    assert_int_equal(listed(kept.store), 1);
    let_go(&kept);
}

/* Runs are counted and named without it. */
FACT(test_nobody_meets_it)
{
    struct kept kept;
    struct store_facts facts;
    keep(&kept, "meets.db");
    assert_false(opens(kept.store, "a/baseline"));
    assert_false(store_rename_run(kept.store, "a/baseline", "mine", &err));
    assert_false(store_delete_run(kept.store, "a/baseline", &err));
    assert_false(store_note_run(kept.store, "a/baseline", "x", &err));
    assert_true(store_item_facts(kept.store, STORE_PROFILE, "inception-v3", &facts, &err));
    assert_int_equal(facts.runs, 1);
    assert_true(comes_back(&kept, "a"));
    let_go(&kept);
}

FACT(test_of_another_scenario_or_half_it_is_none)
{
    struct kept kept;
    struct recording *found;
    keep(&kept, "other.db");
    kept.against.seed++;
    assert_null(store_load_baseline(kept.store, "a", &kept.against));
    kept.against.seed--;
    assert_null(store_load_baseline(kept.store, "a", &kept.scenario));
    atomic_store(&kept.held->lost_sketches, 1);
    save_whole(kept.store, "a", &kept.scenario, kept.recording, kept.held);
    found = store_load_baseline(kept.store, "a", &kept.against);
    assert_null(found);
    assert_true(opens(kept.store, "a"));
    let_go(&kept);
}

static void count_found(void *context, const char *what)
{
    int *found = context;
    *found += strstr(what, "'a/baseline'") != NULL;
}

static void count_lost(void *context, enum repair_word word, const char *what)
{
    int *lost = context;
    *lost += word == REPAIR_LOST && strstr(what, "'a") != NULL;
}

/* Damage to the one is none to the other, the check names it, and a repair keeps the run; where the run is
 * damaged, neither is kept. */
FACT(test_damage)
{
    static const char *const damage[] = {
        "UPDATE run_recording SET recording = x'00' WHERE run_id = (SELECT id FROM run WHERE name = 'a/baseline')",
        "UPDATE run SET requests = requests + 1 WHERE name = 'a/baseline'",
        "UPDATE run SET note = 'x' WHERE name = 'a'",
    };
    for (int k = 0; k < 3; k++) {
        struct kept kept;
        char file[32], aside[4096];
        bool own = k == 2;
        int found = 0, lost = 0;
        snprintf(file, sizeof file, "damage%d.db", k);
        keep(&kept, file);
        ask(in_folder(file), damage[k]);
        assert_int_equal(opens(kept.store, "a"), !own);
        assert_int_equal(comes_back(&kept, "a"), own);
        assert_true(store_check(kept.store, count_found, &found, &err));
        assert_int_equal(found, !own);
        store_close(kept.store);
        struct store_options options = {.path = in_folder(file), .data = getenv("WATTIF_DATA")};
        must(store_repair(&options, aside, sizeof aside, count_lost, &lost, &err), &err);
        assert_int_equal(lost, 1);
        kept.store = open_or_fail(in_folder(file));
        assert_int_equal(opens(kept.store, "a"), !own);
        assert_false(comes_back(&kept, "a"));
        assert_int_equal(ask(in_folder(file), "SELECT count(*) FROM run"), own ? 0 : 1);
        assert_int_equal(ask(in_folder(file), "SELECT count(*) FROM pragma_foreign_key_check"), 0);
        let_go(&kept);
    }
}

FACTS_BETWEEN(make_folder_with_library, remove_folder)
