/* Conversions round to the nearest ns and come back. */
#include "engine/base/units.h"

#include "engine/base/random.h"
#include "tests/support/test.h"

FACT(test_conversions)
{
    assert_int_equal(ns_from_s(1.5), 1500000000);
    assert_int_equal(ns_from_s(0.1), 100000000);
    assert_int_equal(ns_from_s(0.29), 290000000); /* 0.29 * 1e9 is 289999999.99999994 */
    assert_int_equal(ns_from_ms(0.0000004), 0);
    assert_int_equal(ns_from_ms(0.0000006), 1);
    assert_int_equal(ns_from_ms(85.0), 85 * NS_PER_MS);
    assert_int_equal(NS_PER_HOUR, INT64_C(3600000000000));
    assert_true(ns_to_s(NS_PER_HOUR) == 3600 && ns_to_ms(NS_PER_US) == 0.001);
}

FACT(test_round_trip)
{
    uint64_t key = random_key(3, RANDOM_TEST, 0);
    for (uint64_t i = 0; i < 100000; i++) {
        int64_t ns = (int64_t)(random_u64(key, i) >> (13 + i % 40)); /* up to 2^51 ns, 26 days */
        assert_int_equal(ns_from_s(ns_to_s(ns)), ns);
        assert_int_equal(ns_from_ms(ns_to_ms(ns)), ns);
    }
}
