/* What tests of the desk share: one with a small CarbonDIS run, settled and drawn. */
#ifndef WATTIF_TESTS_DESK_SUPPORT_H
#define WATTIF_TESTS_DESK_SUPPORT_H

#include "tests/support/fixture.h"
#include "tests/unit/tui/canvas_text.h"
#include "tui/desk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static inline void desk_settle(struct desk *desk)
{
    explorer_wait(desk->explorer);
    desk_draw(desk);
}

/* Over the fixture's catalogue, without a store. */
static inline void desk_open_on(struct desk *desk, const struct scenario *scenario, int columns, int rows)
{
    struct error error = {0};
    struct desk_options options = {
        .catalog = fixture_catalog(), .data_dir = ".", .scenario = scenario, .wake_fd = -1};
    options.display.glyphs = GLYPHS_BRAILLE;
    if (!desk_open(desk, &options, &error))
        fail_msg("%s: %s", error.place, error.message);
    assert_true(desk_resize(desk, columns, rows, &error));
    desk_settle(desk);
}

static inline void desk_open_for_test(struct desk *desk, int columns, int rows)
{
    struct scenario scenario;
    fixture_carbondis(&scenario, 3, 20000, 700);
    desk_open_on(desk, &scenario, columns, rows);
    scenario_free(&scenario);
}

static inline void desk_type(struct desk *desk, const char *text)
{
    for (; *text; text++)
        desk_key(desk, (uint32_t)(unsigned char)*text);
    desk_draw(desk);
}

static inline bool desk_shows(const struct desk *desk, const char *part)
{
    char *text = canvas_to_text(&desk->canvas);
    bool found = strstr(text, part) != NULL;
    free(text);
    return found;
}

#endif
