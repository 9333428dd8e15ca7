/* The main() of a test that has none of its own: every fact of its file, one after the other. */
#include "tests/support/test.h"

enum { FACTS_MAX = 64 };

static struct CMUnitTest facts[FACTS_MAX];
static size_t n_facts;
static CMFixtureFunction before, after;

void fact_list(struct CMUnitTest fact)
{
    if (n_facts == FACTS_MAX)
        abort();
    facts[n_facts++] = fact;
}

void facts_in(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    before = set_up;
    after = tear_down;
}

int main(void)
{
    return _cmocka_run_group_tests("tests", facts, n_facts, before, after);
}
