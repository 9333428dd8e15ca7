/* Whose turn it is: the orders of etf.md section 8 (ET-N24, ET-N25), and that a pause saves nothing up. */
#include "engine/policy/share/tmux.h"

#include "tests/support/simulate.h"

static const double slices[] = {14, 9, 7};

/* So many turns of at most `most` units each; `order` gets a letter for each. */
static void take_turns(struct virtual_time *time, double most, size_t n, char *order)
{
    for (size_t k = 0; k < n; k++) {
        int seat = virtual_time_least(time);
        order[k] = (char)('A' + seat);
        time->share = slices[seat];
        virtual_time_charge(time, seat, (int64_t)(most < slices[seat] ? most : slices[seat]));
    }
    order[n] = 0;
}

static struct virtual_time three_present(void)
{
    struct virtual_time time = {0};
    for (int seat = 0; seat < 3; seat++)
        virtual_time_join(&time, seat);
    return time;
}

FACT(test_whole_slices)
{
    char order[16];
    struct virtual_time time = three_present();
    take_turns(&time, 14, 6, order);
    assert_string_equal(order, "ABCABC");
    for (int seat = 0; seat < 3; seat++)
        assert_close(time.seats[seat], 2, 1e-12);
    assert_close(time.reached, 2, 1e-12);
}

FACT(test_parts_of_slices)
{
    char order[16];
    struct virtual_time time = three_present();
    take_turns(&time, 5, 12, order);
    assert_string_equal(order, "ABCABACABACB");
    assert_close(time.seats[0], 1.785714, 1e-6);
    assert_close(time.seats[1], 2.222222, 1e-6);
    assert_close(time.seats[2], 2.142857, 1e-6);
}

FACT(test_a_pause_saves_nothing_up)
{
    struct virtual_time time = {0};
    assert_int_equal(virtual_time_least(&time), -1);
    virtual_time_join(&time, 0);
    time.share = 10;
    for (int k = 0; k < 5; k++)
        virtual_time_charge(&time, 0, 10);
    virtual_time_join(&time, 1);
    assert_close(time.seats[1], 5, 0);
    virtual_time_charge(&time, 0, 20);
    virtual_time_join(&time, 1); /* again, without having left: nothing changes */
    assert_close(time.seats[1], 5, 0);
    assert_close(time.reached, 5, 0);
    virtual_time_leave(&time, 1); /* the other one alone is the least now */
    assert_close(time.reached, 7, 0);
    virtual_time_leave(&time, 0);
    virtual_time_join(&time, 1);
    assert_close(time.seats[1], 7, 0);
}
