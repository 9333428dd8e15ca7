/* The main() of every test. A program has the facts of a folder's files; it is given the name of one of them,
 * "test_map.c", and runs the facts of that, one after the other. */
#include "tests/support/test.h"

enum { FACTS_MAX = 1024 };

static struct CMUnitTest facts[FACTS_MAX];
static const char *files[FACTS_MAX]; /* of which each is, with folders */
static size_t n_facts;

void fact_list(const char *file, struct CMUnitTest fact)
{
    if (n_facts == FACTS_MAX)
        abort();
    files[n_facts] = file;
    facts[n_facts++] = fact;
}

int main(int argc, char **argv)
{
    CMFixtureFunction before = NULL, after = NULL;
    size_t n = 0;
    for (size_t i = 0; i < n_facts && argc > 1; i++) {
        if (strcmp(strrchr(files[i], '/') + 1, argv[1]) != 0)
            continue;
        if (facts[i].test_func) {
            facts[n++] = facts[i];
        } else {
            before = facts[i].setup_func;
            after = facts[i].teardown_func;
        }
    }
    if (n > 0)
        return _cmocka_run_group_tests("tests", facts, n, before, after);
    fprintf(stderr, "%s has no facts of %s\n", argv[0], argc > 1 ? argv[1] : "no file");
    return 2;
}
