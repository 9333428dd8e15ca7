/* What the tests of scenarios as JSON share: presets as text, a text changed in one place, and the faults
 * that it must give. Header only, included once by each test. */
#ifndef WATTIF_TESTS_PRESET_TEXT_H
#define WATTIF_TESTS_PRESET_TEXT_H

#include "store/file.h"
#include "store/json/scenario_json.h"
#include "tests/support/test.h"

static struct faults faults; /* of the text that was read last */

/* The caller frees. */
static inline char *preset_text(const char *name)
{
    char path[256];
    size_t n;
    snprintf(path, sizeof path, "datasets/scenarios/%s.json", name);
    char *text = file_read(path, 1 << 20, &n, &err);
    must(text, &err);
    return text;
}

static inline bool try_text(const char *text, struct scenario *scenario)
{
    faults.count = 0;
    return scenario_from_text(text, strlen(text), "", scenario, &faults);
}

static inline void read_text(const char *text, struct scenario *scenario)
{
    assert_or(try_text(text, scenario), "%s: %s\n%s", faults.kept[0].place, faults.kept[0].message, text);
}

static inline struct scenario read_preset(const char *name)
{
    struct scenario scenario;
    DEFER(memory_leave) char *text = preset_text(name);
    read_text(text, &scenario);
    return scenario;
}

/* `text` with `from` replaced once; the caller frees. */
static inline char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_or(at, "the preset has no %s", from);
    size_t before = (size_t)(at - text), size = strlen(text) + strlen(to) + 1;
    char *out = malloc(size);
    assert_non_null(out);
    snprintf(out, size, "%.*s%s%s", (int)before, text, to, at + strlen(from));
    return out;
}

/* One change to a preset, the place of the fault that it must give, and a part of its message. */
struct breach {
    const char *from, *to, *place, *message;
};

static inline void expect_breaches(const char *preset, const struct breach *breaches, size_t n)
{
    DEFER(memory_leave) char *text = preset_text(preset);
    for (size_t i = 0; i < n; i++) {
        const struct breach *breach = &breaches[i];
        DEFER(memory_leave) char *broken = replaced(text, breach->from, breach->to);
        struct scenario scenario;
        bool found = false;
        assert_or(!try_text(broken, &scenario), "accepted: %s", breach->to);
        for (size_t k = 0; k < faults.count && k < FAULTS_KEPT; k++)
            found |= strcmp(faults.kept[k].place, breach->place) == 0 &&
                     strstr(faults.kept[k].message, breach->message);
        assert_or(found, "%s: %s: %s", breach->to, faults.kept[0].place, faults.kept[0].message);
    }
}

#endif
