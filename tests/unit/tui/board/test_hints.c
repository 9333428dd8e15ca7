/* Hints are of doors that open: of every scenario that comes along the contribution is offered just where it
 * can be worked out. */
#include "tests/unit/tui/picker_support.h"

#include "engine/explore/attribution.h"

FACT(test_the_contribution_is_offered_where_it_opens)
{
    struct store_list list = {0};
    int offered = 0;
    assert_true(store_list(store, STORE_SCENARIO, &list, &err));
    for (size_t i = 0; i < list.n; i++) {
        DEFER(scenario_free) struct scenario scenario;
        assert_true(store_load_scenario(store, list.items[i].name, &scenario, &err));
        struct attribution *attribution = attribution_create(&scenario, store_catalog(store), &err);
        bool offers = attribution_at_work(&scenario) > 1;
        if (offers != (attribution != NULL))
            fail_msg("%s: offered %d, %s", list.items[i].name, offers, err.message);
        offered += offers;
        attribution_free(attribution);
    }
    assert_true(offered > 0 && offered < (int)list.n);
    free(list.items);
}

FACTS_BETWEEN(open_store, close_store)
