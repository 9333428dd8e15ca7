/* The same bits from every compiler, optimisation and CPU: each group of outputs is folded into one hash and
 * held against a constant. A change of a constant is a change of every stored run: it must be meant.
 * test_determinism.sh builds this program in several ways. */
#include "engine/base/detmath.h"
#include "engine/base/random.h"
#include "tests/support/test.h"

#include <inttypes.h>

enum { OUTPUTS = 100000 };

static uint64_t fold(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return random_mix(hash ^ bits) + UINT64_C(0x9e3779b97f4a7c15);
}

static uint64_t hash_keys(void)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < OUTPUTS; i++)
        hash = random_mix(hash ^ random_key(i / 64, (enum random_purpose)(i % 4), i)) + i;
    return hash;
}

static uint64_t hash_draws(double (*draw)(uint64_t key, uint64_t i))
{
    uint64_t hash = 0;
    for (uint64_t i = 0; i < OUTPUTS; i++)
        hash = fold(hash, draw(12345, i));
    return hash;
}

static uint64_t hash_exponential(void)
{
    return hash_draws(random_exponential);
}

static uint64_t hash_normal(void)
{
    return hash_draws(random_normal);
}

static uint64_t hash_gamma(void)
{
    uint64_t hash = 0;
    for (uint64_t i = 0; i < OUTPUTS; i++)
        hash = fold(hash, random_gamma(99, i, 0.25 + (double)(i % 16)));
    return hash;
}

static uint64_t hash_log(void)
{
    uint64_t hash = 0;
    for (uint64_t i = 0; i < OUTPUTS; i++)
        hash = fold(hash, det_log((random_unit(1, i) + 1e-9) * (i % 2 ? 1 : 1e12)));
    return hash;
}

static uint64_t hash_exp(void)
{
    uint64_t hash = 0;
    for (uint64_t i = 0; i < OUTPUTS; i++)
        hash = fold(hash, det_exp((random_unit(2, i) - 0.5) * (i % 2 ? 2 : 1480)));
    return hash;
}

static uint64_t hash_normal_distribution(void)
{
    uint64_t hash = 0;
    for (uint64_t i = 0; i < OUTPUTS / 10; i++) {
        double unit = random_unit(3, i);
        hash = fold(hash, det_normal_cdf((unit - 0.5) * 60));
        hash = fold(hash, det_normal_quantile(i % 2 ? unit : unit * 1e-30));
    }
    return hash;
}

static uint64_t hash_table(struct alias_table *table, uint64_t hash)
{
    for (uint32_t c = 0; c < table->n; c++) {
        const struct alias_cell *cell = &table->cells[c];
        hash = random_mix(hash ^ cell->threshold) + (uint32_t)cell->own;
        hash = random_mix(hash) + (uint32_t)cell->other;
    }
    for (uint64_t i = 0; i < OUTPUTS / 10; i++)
        hash = random_mix(hash) ^ (uint32_t)alias_draw(table, random_u64(4, i));
    alias_free(table);
    return hash;
}

static uint64_t hash_alias(void)
{
    static const double means[] = {0.3, 85, 999.5, 20000};
    struct alias_table table;
    uint64_t hash = 0;
    for (size_t m = 0; m < sizeof means / sizeof *means; m++) {
        assert_true(alias_build_poisson(&table, means[m]));
        hash = hash_table(&table, hash);
        assert_true(alias_build_rounded_normal(&table, means[m], means[m] / 3, 1, 2000));
        hash = hash_table(&table, hash);
    }
    return hash;
}

FACT(test_hashes)
{
    static const struct {
        const char *name;
        uint64_t (*hash)(void);
        uint64_t golden;
    } groups[] = {
        {"keys", hash_keys, UINT64_C(0x107f7ace5e008fbe)},
        {"exponential", hash_exponential, UINT64_C(0xca1b6c57eaabbab0)},
        {"normal", hash_normal, UINT64_C(0x5ee894a5bb24958a)},
        {"gamma", hash_gamma, UINT64_C(0x43ed2a2fafdc046a)},
        {"log", hash_log, UINT64_C(0xed44339d096f6d88)},
        {"exp", hash_exp, UINT64_C(0x62ad6b2575b978d9)},
        {"normal distribution", hash_normal_distribution, UINT64_C(0x61808e68652cbbc1)},
        {"alias", hash_alias, UINT64_C(0x9491913447c46d7e)},
    };
    size_t wrong = 0;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        uint64_t hash = groups[g].hash();
        if (hash == groups[g].golden)
            continue;
        print_message("%s: 0x%016" PRIx64 ", not 0x%016" PRIx64 "\n", groups[g].name, hash, groups[g].golden);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}
