/* A monkey at the desk: random keys of every context, text, pastes, clicks, drags, commands, sizes and time,
 * on carbondis-set1 with 200 requests over a store and a folder of its own. Nothing may crash, leave the
 * canvas or leak (this runs under the sanitizers too), and every thousand actions everything is undone: then
 * the scenario and the first frame must be back. 5,000 actions, 1,500 under the sanitizers; $WATTIF_MONKEY
 * sets another number (`./dev test --long`: 100,000). */
#include "store/json/scenario_json.h"
#include "tests/support/slow_build.h"
#include "tests/unit/store/store_support.h"
#include "tests/unit/tui/canvas_text.h"
#include "tui/desk/player.h"
#include "tui/explorer/starts.h"

enum { REQUESTS = 40, ROUND = 1000, COLUMNS = 100, ROWS = 30 };

struct monkey {
    struct desk desk;
    struct store *store;
    uint64_t key, draw;
    int64_t cursor_ns;
    char *frame; /* the first */
    char *scenario;
    char last[64]; /* what was done last, for the report */
};

static int below(struct monkey *monkey, int n)
{
    return (int)random_below(monkey->key, monkey->draw++, (uint32_t)n);
}

static char *scenario_text(const struct desk *desk)
{
    char *text = scenario_to_text(&desk->explorer->document.scenario);
    assert_non_null(text);
    return text;
}

/* --- what it does --- */

static void do_key(struct monkey *monkey)
{
    const struct keymap *keymap = &monkey->desk.keymap;
    uint32_t key = keymap->bindings[below(monkey, keymap->n)].key;
    snprintf(monkey->last, sizeof monkey->last, "key %u", (unsigned)key);
    desk_key(&monkey->desk, key);
}

static void do_letter(struct monkey *monkey)
{
    static const uint32_t odd[] = {0xE9, 0x6F22, 0x1F600, KEYCODE_BACKSPACE, 21, KEYCODE_DELETE, 1, 3};
    int which = below(monkey, 110);
    uint32_t key = which < 95 ? 32U + (uint32_t)which : odd[which % 8];
    snprintf(monkey->last, sizeof monkey->last, "letter %u", (unsigned)key);
    desk_key(&monkey->desk, key);
}

static void do_mouse(struct monkey *monkey)
{
    struct mouse_event event = {.kind = (enum mouse_kind)(1 + below(monkey, 5)),
                                .x = below(monkey, monkey->desk.canvas.w + 2) - 1,
                                .y = below(monkey, monkey->desk.canvas.h + 2) - 1,
                                .again = below(monkey, 4) == 0,
                                .times = 1};
    snprintf(monkey->last, sizeof monkey->last, "mouse %d at %d, %d", (int)event.kind, event.x, event.y);
    desk_mouse(&monkey->desk, event);
}

static void do_resize(struct monkey *monkey)
{
    int columns = 1 + below(monkey, below(monkey, 4) ? 130 : 300),
        rows = 1 + below(monkey, below(monkey, 4) ? 45 : 100);
    snprintf(monkey->last, sizeof monkey->last, "resize %dx%d", columns, rows);
    assert_true(desk_resize(&monkey->desk, columns, rows, NULL));
}

static void do_time(struct monkey *monkey)
{
    snprintf(monkey->last, sizeof monkey->last, "time");
    desk_advance(&monkey->desk, 0.01 * below(monkey, 100));
    explorer_pump(monkey->desk.explorer, below(monkey, 2));
}

static void do_paste(struct monkey *monkey)
{
    static const char text[] = "q\nset cit 0.3\033[A\tu";
    snprintf(monkey->last, sizeof monkey->last, "paste");
    desk_key(&monkey->desk, KEYCODE_PASTE_BEGIN);
    for (const char *at = text; *at; at++)
        desk_key(&monkey->desk, (uint32_t)*at);
    desk_key(&monkey->desk, KEYCODE_PASTE_END);
}

static void do_command(struct monkey *monkey)
{
    static const char *const lines[] = {"goto 30",
                                        "goto 13:00",
                                        "goto nowhere",
                                        "set load 1.5",
                                        "set cit 0.7",
                                        "set slo_ms.job1 100",
                                        "set cit",
                                        "set policy.route dybatch",
                                        "theme light",
                                        "glyphs ascii",
                                        "glyphs braille",
                                        "speed 600",
                                        "zoom-in",
                                        "panel-full",
                                        "save evening",
                                        "set policy.route highperf",
                                        "no such word",
                                        "set hours 0.5",
                                        "set pue 1.2",
                                        "set policy.share mig",
                                        "pin",
                                        "set ci_scale 0",
                                        "set embodied_multiplier 1"};
    const char *line = lines[below(monkey, sizeof lines / sizeof *lines)];
    snprintf(monkey->last, sizeof monkey->last, "%s", line);
    desk_command(&monkey->desk, line);
}

static void do_wait(struct monkey *monkey)
{
    snprintf(monkey->last, sizeof monkey->last, "wait");
    explorer_wait(monkey->desk.explorer);
}

static const struct {
    int weight; /* per cent */
    void (*act)(struct monkey *monkey);
} habits[] = {{58, do_key}, {14, do_letter}, {12, do_mouse},  {4, do_resize},
              {3, do_time}, {1, do_paste},   {4, do_command}, {4, do_wait}};

/* --- what must hold --- */

/* What is not the scenario's: where one looks, and how. */
static void look_as_at_first(struct monkey *monkey)
{
    struct desk *desk = &monkey->desk;
    struct explorer *explorer = desk->explorer;
    desk_action(desk, ACTION_UNPIN);
    explorer->document.from_start = explorer->time.playing = explorer->results.ghost_hidden =
        explorer->time.utc = false;
    explorer->time.speed = 60;
    explorer->events.stop = 0;
    explorer->results.reference = REFERENCE_BASELINE;
    for (int i = 0; i < explorer->focus.n_knobs && explorer->focus.knobs[explorer->focus.at].id != KNOB_CIT;
         i++)
        explorer_focus(explorer, 1);
    explorer->time.from_ns = explorer->time.to_ns = 0;
    explorer_wait(explorer);
    explorer_seek(explorer, monkey->cursor_ns);
    explorer_wait(explorer);
    boards_init(&desk->boards);
    desk->scene.board = desk->boards.items[boards_find(&desk->boards, "full")];
    desk->scene.focus = REGION_KNOBS;
    desk->scene.presenting = desk->scene.full = false;
    desk->scene.latency_form = LATENCY_TIME;
    desk->canvas.glyphs = GLYPHS_BRAILLE;
    message_clear(&desk->message);
    desk->mouse = true;
    explorer_drop_starts(explorer); /* what was asked for once is told from then on */
    assert_true(desk_resize(desk, COLUMNS, ROWS, NULL));
    desk_settle(desk);
}

static void one_action(struct monkey *monkey)
{
    int roll = below(monkey, 100);
    size_t habit = 0;
    for (; roll >= habits[habit].weight; habit++)
        roll -= habits[habit].weight;
    habits[habit].act(monkey);
    /* Another scenario, or a run with as many requests as published, would only make the monkey slow. */
    const struct scenario *scenario = &monkey->desk.explorer->document.scenario;
    while (monkey->desk.player && (scenario->apps[0].requests != REQUESTS || scenario->n_apps != 5))
        player_leave(&monkey->desk, false); /* of a lesson or a demo, which has a journal of its own */
    while (scenario->apps[0].requests != REQUESTS || scenario->n_apps != 5) {
        assert_true(monkey->desk.explorer->document.history.done > 0);
        assert_true(explorer_undo(monkey->desk.explorer, NULL));
    }
    struct desk *desk = &monkey->desk;
    desk_draw(desk);
    assert_true(desk->canvas.cursor_x < desk->canvas.w && desk->canvas.cursor_y < desk->canvas.h);
    assert_true(desk->explorer->time.cursor_ns >= 0);
    assert_true(desk->explorer->focus.at < desk->explorer->focus.n_knobs);
    desk->host.wishes.clipboard[0] = 0;
}

static void open_desk(struct monkey *monkey)
{
    struct scenario scenario;
    struct display_options display = {.glyphs = GLYPHS_BRAILLE};
    monkey->store = fresh_store("monkey.db");
    must(store_load_scenario(monkey->store, "carbondis-set1", &scenario, &err), &err);
    for (int a = 0; a < scenario.n_apps; a++)
        scenario.apps[a].requests = REQUESTS;
    struct desk_options options = desk_options_for(monkey->store, &scenario, &display);
    must(desk_open(&monkey->desk, &options, &err), &err);
    scenario_free(&scenario);
    assert_true(desk_resize(&monkey->desk, COLUMNS, ROWS, &err));
    explorer_wait(monkey->desk.explorer);
    desk_draw(&monkey->desk);
    monkey->cursor_ns = monkey->desk.explorer->time.cursor_ns;
    look_as_at_first(monkey);
    monkey->frame = canvas_to_text(&monkey->desk.canvas);
    monkey->scenario = scenario_text(&monkey->desk);
}

FACT(test_monkey)
{
    const char *wanted = getenv("WATTIF_MONKEY");
    long n = wanted ? strtol(wanted, NULL, 10) : THINNED(1500, 5000);
    struct monkey monkey = {.key = random_key(2026, RANDOM_TEST, 7)};
    open_desk(&monkey);
    for (long i = 1; i <= n; i++) {
        one_action(&monkey);
        if (i % ROUND == 0) {
            struct desk *desk = &monkey.desk;
            while (desk->n_views > 0)
                desk_close_view(desk);
            while (desk->explorer->document.history.done > 0)
                assert_true(explorer_undo(desk->explorer, NULL));
            DEFER(memory_leave) char *scenario = scenario_text(desk);
            assert_string_equal(scenario, monkey.scenario);
            look_as_at_first(&monkey);
            /* Says which row is not as it was. */
            char *now = canvas_to_text(&monkey.desk.canvas), *a_left, *b_left;
            DEFER(memory_leave) char *first = strdup(monkey.frame);
            char *a = strtok_r(first, "\n", &a_left), *b = strtok_r(now, "\n", &b_left);
            for (; a && b; a = strtok_r(NULL, "\n", &a_left), b = strtok_r(NULL, "\n", &b_left))
                if (strcmp(a, b) != 0)
                    fail_msg("after undoing everything (draw %llu) a row is not as at first:\n%s\n%s",
                             (unsigned long long)monkey.draw, a, b);
            free(now);
        }
    }
    desk_close(&monkey.desk);
    store_close(monkey.store);
    free(monkey.frame);
    free(monkey.scenario);
}

/* Its library has one paper, whose claims are simulated in two seconds; the others' take minutes. */
static int make_folder_and_library(void **state)
{
    return make_folder(state) == 0 && chdir(folder) == 0 /* exports land here */
                   && system("mkdir -p data/datasets/papers && ln -s \"$WATTIF_DATA/themes\" data && "
                             "cd data/datasets && ln -s \"$WATTIF_DATA\"/datasets/[!p]* . && "
                             "ln -s \"$WATTIF_DATA/datasets/profiles\" . && "
                             "ln -s \"$WATTIF_DATA/datasets/papers/etf.json\" papers") == 0
               ? setenv("WATTIF_DATA", in_folder("data"), 1)
               : -1;
}

FACTS_BETWEEN(make_folder_and_library, remove_folder)
