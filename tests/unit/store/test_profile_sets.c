/* Profile sets: tables of one model by several methods stand side by side under model@set, an import goes
 * into one and leaves the others alone, a scenario takes all its models from one, and what is missing is said
 * with the sets that have it. */
#include "tests/unit/store/store_folder.h"

#include "store/json/scenario_json.h"

static const struct profile_set *of(struct store *store, const char *model, const char *set)
{
    const struct profile_set *found = catalog_profile(store_catalog(store), model, set, &err);
    assert_or(found, "%s in %s: %s", model, set, err.message);
    return found;
}

static double latency(const struct profile_set *set, const char *gpu, int batch)
{
    for (size_t k = 0; k < set->n; k++)
        if (strcmp(set->rows[k].gpu, gpu) == 0 && set->rows[k].batch == batch)
            return set->rows[k].latency_ms;
    return NAN;
}

FACT_OF(test_the_library_has_three, fresh_store("three.db"))
{
    /* Table III is in all of them, and fig2 is measured-ratio but for the P4. */
    static const char *const sets[] = {PROFILES_DEFAULT, "keras", "fig2"};
    for (size_t i = 0; i < 3; i++) {
        const struct profile_set *set = of(store, "inception-v3", sets[i]);
        assert_string_equal(set->model, "inception-v3");
        assert_string_equal(profile_name_set(profile_known_as(set)), sets[i]);
        assert_true(latency(set, "P4", 3) == 26 && set->n == 384);
    }
    const struct profile_set *own = of(store, "mobilenetv2", ""), *fig2 = of(store, "mobilenetv2", "fig2");
    assert_true(fig2->n == own->n);
    assert_true(latency(fig2, "T4", 64) == latency(own, "T4", 64));
    assert_true(latency(fig2, "A100-40GB", 64) == latency(own, "A100-40GB", 64));
    assert_true(latency(fig2, "P4", 64) > 1.8 * latency(own, "P4", 64));
    for (size_t k = 0; k < fig2->n; k++)
        assert_true((fig2->rows[k].provenance == PROVENANCE_CALIBRATED) ==
                    (strcmp(fig2->rows[k].gpu, "P4") == 0));
}

FACT_OF(test_an_import_goes_into_one, fresh_store("into.db"))
{
    const char *path = write_text("own.csv", "gpu,model,variant,batch,latency_ms,power_w,provenance\n"
                                             "P4,inception-v3,base,1,99,80,measured\n"
                                             "P4,inception-v3,base,128,999,80,calibrated\n");
    struct import_report report;
    DEFER(memory_leave) struct faults *all = calloc(1, sizeof *all);
    struct import_options options = {.into = "mine"};
    assert_non_null(all);
    assert_true(store_import(store, STORE_PROFILE, path, &options, &report, all, &err));
    assert_string_equal(report.name, "inception-v3@mine");
    assert_true(latency(of(store, "inception-v3", "mine"), "P4", 1) == 99);
    assert_true(latency(of(store, "inception-v3", ""), "P4", 1) == 18);
    options.into = "keras";
    assert_true(store_import(store, STORE_PROFILE, path, &options, &report, all, &err));
    assert_true(latency(of(store, "inception-v3", "keras"), "P4", 1) == 99);
    assert_true(latency(of(store, "inception-v3", "keras"), "T4", 1) == 12); /* the other curves stay */
    assert_true(latency(of(store, "inception-v3", "mine"), "T4", 1) != 12);
    assert_true(latency(of(store, "inception-v3", ""), "P4", 1) == 18);
    static const char *const bad[] = {"a@b", "", "sixteen-letters-", ".x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        options.into = bad[i];
        assert_false(store_import(store, STORE_PROFILE, path, &options, &report, all, &err));
        assert_string_equal(err.place, "--into");
    }
    /* A name that left no room for @mine would end up in another set. */
    options =
        (struct import_options){.into = "mine", .name = "a-model-with-a-name-of-forty-eight-letters-long."};
    assert_int_equal(strlen(options.name), 48);
    memset(all, 0, sizeof *all);
    assert_false(store_import(store, STORE_PROFILE, path, &options, &report, all, &err));
    assert_int_equal(all->count, 1);
    assert_has(all->kept[0].message, "cannot name a model (at most 47 letters");
}

FACT_OF(test_what_is_missing_is_said, fresh_store("missing.db"))
{
    assert_null(catalog_profile(store_catalog(store), "efficientnet", "fig2", &err));
    assert_has(err.message, "'fig2' has no table of 'efficientnet', which is in measured-ratio");
    assert_null(catalog_profile(store_catalog(store), "inception-v3", "nonsense", &err));
    assert_non_null(strstr(
        err.message,
        "no profile set 'nonsense'; there are diffusion-full, fig2, half-draw, keras, measured-ratio, sevenths"));
    assert_null(catalog_profile(store_catalog(store), "nothing", "keras", &err));
    assert_has(err.message, "no profile set has a table of 'nothing'");
}

/* The knob chooses for all apps; the document says it only where it is not the default. */
FACT_OF(test_a_scenario_takes_its_models_from_one, fresh_store("knob.db"))
{
    DEFER(scenario_free) struct scenario scenario, again;
    DEFER(memory_leave) struct faults *all = calloc(1, sizeof *all);
    assert_non_null(all);
    assert_true(store_load_scenario(store, "carbondis-set1", &scenario, &err));
    assert_string_equal(scenario.profiles, PROFILES_DEFAULT);
    DEFER(memory_leave) char *text = scenario_to_text(&scenario);
    assert_null(strstr(text, "\"profiles\""));
    free(text);
    fixture_set(&scenario, "profiles=keras");
    text = scenario_to_text(&scenario);
    assert_has(text, "\"profiles\": \"keras\"");
    assert_true(scenario_from_text(text, strlen(text), "again", &again, all));
    assert_string_equal(again.profiles, "keras");
    DEFER(model_leave) struct model *model = model_create(&again, store_catalog(store), &err);
    assert_non_null(model);
    const struct model_cost *cost = model_cost_of(model, 0, model->apps[0].low[0]);
    assert_true(fabs((double)cost->latency_ns[32] / 1e6 -
                     latency(of(store, "efficientnetv2-b3", "keras"), "P4", 32)) < 1e-5);
}
