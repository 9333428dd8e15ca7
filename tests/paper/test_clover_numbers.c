/* Clover's checkable numbers that are arithmetic: CL-N3 .. CL-N15, CL-N25, CL-N26 (clover.md section 6). */
#include "engine/policy/configure/clover_rule.h"
#include "tests/support/test.h"

static void assert_close(double value, double wanted)
{
    assert_or(fabs(value - wanted) <= 1e-9 * (1 + fabs(wanted)), "%.12g is not %.12g", value, wanted);
}

/* Points A and B of the paper's Fig. 6: energy and loss of accuracy. */
static double objective(double energy, double loss, double lambda, double ci)
{
    return clover_objective(lambda, clover_carbon_change(energy, ci, 1000), loss);
}

FACT(test_objective)
{
    assert_close(objective(0.4, -4, 0.1, 500), 4.4); /* CL-N3 */
    assert_close(objective(0.4, -4, 0.1, 100), 6.0);
    assert_close(objective(1.2, -2, 0.1, 500), 2.2); /* CL-N4, CL-X1: the paper prints 3.2 */
    assert_close(objective(1.2, -2, 0.1, 100), 7.0);
    assert_close(objective(0.4, -4, 0.1, 300), 5.2); /* CL-N5 */
    assert_close(objective(1.2, -2, 0.1, 300), 4.6);
    assert_close(objective(0.4, -4, 0.1, 225), objective(1.2, -2, 0.1, 225)); /* CL-N6 */
    assert_close(objective(0.4, -4, 0.5, 500), 38);                           /* CL-N7 */
    assert_close(objective(1.2, -2, 0.5, 500), 19);
    assert_close(objective(0.4, -4, 0.5, 100), 46);
    assert_close(objective(1.2, -2, 0.5, 100), 43);
    assert_close(clover_objective(0.5, clover_carbon_change(1, 350, 200), 0), -37.5); /* CL-N8 */
}

FACT(test_anneal_energy)
{
    assert_close(clover_anneal_energy(38, 90, 100, false), -38); /* CL-N9 */
    assert_close(clover_anneal_energy(38, 125, 100, false), -30.4);
    assert_close(clover_anneal_energy(-5, 200, 100, true), 2.5); /* CL-N10 */
    assert_close(clover_anneal_energy(-5, 200, 100, false), 10);
    assert_close(clover_anneal_energy(-5, 50, 100, false), 5);
    /* CL-X2: a late graph never looks better than the same one in time. */
    for (double f = -50; f <= 50; f += 0.5)
        for (double latency = 100; latency < 1000; latency *= 1.3)
            assert_true(clover_anneal_energy(f, latency, 100, false) >=
                        clover_anneal_energy(f, 100, 100, false));
}

FACT(test_annealing)
{
    assert_close(clover_acceptance(0.7, 0.5), 0.2465969639); /* CL-N11 */
    assert_close(clover_acceptance(1, 1), 0.3678794412);
    assert_close(clover_acceptance(2.5, 0.85), 0.05280357033);
    assert_true(fabs(clover_acceptance(1, 0.1) - 4.539992976e-5) < 1e-14);
    assert_true(clover_acceptance(0, 0.1) == 1 && clover_acceptance(-3, 1) == 1);
    assert_close(clover_temperature(0), 1); /* CL-N12 */
    assert_close(clover_temperature(1), 0.95);
    assert_close(clover_temperature(10), 0.5);
    assert_close(clover_temperature(18), 0.1);
    assert_close(clover_temperature(25), 0.1);
}

FACT(test_accuracy)
{
    double mix = 0.3 * 84.4 + 0.7 * 78.8;
    assert_close(mix, 80.48); /* CL-N13 */
    assert_close(clover_accuracy_change(mix, 84.4), -4.644549763);
    assert_close(clover_accuracy_change(78.8, 84.4), -6.63507109); /* CL-N14 */
    assert_close(clover_accuracy_change(81.1, 84.4), -3.909952607);
    assert_close(clover_accuracy_change(83.3, 84.4), -1.303317536);
    assert_close(clover_accuracy_change(82.1, 89.8), -8.574610245); /* CL-N15 */
    assert_close(clover_accuracy_change(84.9, 89.8), -5.456570156);
    assert_close(clover_accuracy_change(87.9, 89.8), -2.115812918);
}

FACT(test_the_rest)
{
    assert_close(25e6 * 6.77e-3, 169250);       /* CL-N25, CL-17 */
    assert_false(clover_triggers(210, 200, 5)); /* CL-N26 */
    assert_true(clover_triggers(210.01, 200, 5));
    assert_true(clover_triggers(189.9, 200, 5));
    assert_false(clover_triggers(190, 200, 5));
    assert_false(clover_triggers(200, 200, 5));
    assert_false(clover_triggers(220, 200, 10));
    assert_true(clover_triggers(220.01, 200, 10));
    assert_true(clover_triggers(200.01, 200, 0));
}
