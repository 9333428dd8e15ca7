/* What a key costs a terminal: over a pseudo terminal of 120x40 no key of everyday use makes the dashboard
 * send more than 2 KB (2.5 KB where the cursor moves), nor the whole screen; keys and drags that come faster
 * than they can be shown are taken together; playing is cheap, idling free; and on leaving, every mode is
 * taken back. */
#include "tests/support/terminal.h"
#include "tests/support/test.h"

#include <signal.h>
#include <time.h>

/* A cursor that moves changes two columns of every plot, each cell in the colours of what it lies on. */
enum { BUDGET = 2048, MOVED = 5 * BUDGET / 4, QUIET_MS = 450, LIMIT_MS = 5000, REPEATS = 200 };

static struct terminal_answer answer;

/* A dashboard with a home of its own. */
struct session {
    char path[64], db[96], program[512];
    struct terminal terminal;
    bool started;
};

/* Opens the dashboard and waits until it shows everything, forecasts included. */
static int open_session(void **state)
{
    static struct session session;
    session = (struct session){.started = false};
    static const char *const names[] = {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"};
    const char *build = getenv("WATTIF_BUILD");
    snprintf(session.path, sizeof session.path, "/tmp/wattif-bytes-XXXXXX");
    assert_or(build && mkdtemp(session.path), "WATTIF_BUILD is not set, or there is no room under /tmp");
    snprintf(session.db, sizeof session.db, "%s/wattif.db", session.path);
    snprintf(session.program, sizeof session.program, "%s/wattif", build);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        setenv(names[i], session.path, 1);
    unsetenv("NO_COLOR");
    unsetenv("COLORTERM");
    char *arguments[] = {session.program, "--db", session.db, "carbondis-set1", NULL};
    session.started = terminal_start(&session.terminal, arguments, "xterm-256color", 120, 40);
    *state = &session;
    bool shown = session.started && terminal_draws(&session.terminal, QUIET_MS, &answer);
    if (session.started)
        terminal_read(&session.terminal, 1000, LIMIT_MS, &answer);
    return session.started && !shown;
}

static int close_session(void **state)
{
    struct session *session = *state;
    char command[128];
    if (session->started)
        terminal_end(&session->terminal, SIGTERM, &answer);
    snprintf(command, sizeof command, "rm -rf '%s'", session->path);
    return system(command);
}

static struct terminal *terminal_of(void **state)
{
    struct session *session = *state;
    if (!session->started) {
        print_message("SKIP: there are no pseudo terminals here\n");
        skip();
    }
    return &session->terminal;
}

static void press(struct terminal *terminal, const char *keys)
{
    terminal_send(terminal, keys);
    terminal_read(terminal, QUIET_MS, LIMIT_MS, &answer);
}

FACT_IN(test_budget_of_a_key, open_session, close_session)
{
    static const struct {
        const char *name, *keys;
        size_t limit;
    } rows[] = {
        {"one step on", "\033OC", MOVED},
        {"one step back", "\033OD", MOVED},
        {"one bucket on", "]", MOVED},
        {"next event", "n", MOVED},
        {"a click in a plot", "\033[<0;60;17M", MOVED},
        {"a notch of the wheel", "\033[<65;60;17M", BUDGET},
        {"a knob down", "j", BUDGET},
        {"a knob up", "k", BUDGET},
        {"another panel", "3", BUDGET},
        {"UTC", "T", BUDGET},
        {"zoom in", "z", MOVED}, /* every curve is another, and what lies between two of them */
        {"zoom out", "Z", MOVED},
        {"the first turn", "+", 2 * BUDGET}, /* it brings another reference into every panel */
        {"the next turn", "+", BUDGET},
        {"a turn back", "-", BUDGET},
        {"a notch over a knob", "\033[<64;10;15M", BUDGET},
        {"from the start", "f", BUDGET},
    };
    struct terminal *terminal = terminal_of(state);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        press(terminal, rows[i].keys);
        print_message("  %-20s %5zu bytes, the last after %3.0f ms\n", rows[i].name, answer.bytes,
                      answer.last_s * 1e3);
        assert_in_range(answer.bytes, 1, rows[i].limit);
        assert_null(strstr(answer.text, "\033[2J"));
    }
    terminal_read(terminal, 1000, 1000, &answer);
    assert_int_equal(answer.bytes, 0);
}

/* The processor time of the program so far, which other work on the machine does not stretch as it does a
 * clock's. */
static double used_s(const struct terminal *terminal)
{
    clockid_t clock;
    struct timespec used;
    assert_int_equal(clock_getcpuclockid(terminal->pid, &clock), 0);
    assert_int_equal(clock_gettime(clock, &used), 0);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* Two hundred keys in the queue: one frame and what is computed in the quiet after it, not two hundred. */
FACT_IN(test_repeats_do_not_queue_up, open_session, close_session)
{
    static const struct {
        char key;
        size_t limit;
    } rows[] = {{'+', BUDGET}, {']', 2 * BUDGET}};
    struct terminal *terminal = terminal_of(state);
    press(terminal, "+");
    press(terminal, "+"); /* one edit stays: the turns below bring no other reference */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char keys[REPEATS + 1] = {rows[i].key};
        double before_s = used_s(terminal);
        press(terminal, keys);
        double once_s = used_s(terminal) - before_s;
        memset(keys, rows[i].key, REPEATS);
        press(terminal, keys);
        double all_s = used_s(terminal) - before_s - once_s;
        print_message("  one %c: %.0f ms; %d of them: %.0f ms, %zu bytes\n", rows[i].key, once_s * 1e3,
                      REPEATS, all_s * 1e3, answer.bytes);
        /* Less than what half of them take one by one, and some: what lies behind a key varies with where the
         * cursor lands. */
        assert_true(all_s < 0.5 * REPEATS * once_s + 0.1);
        assert_in_range(answer.bytes, 1, rows[i].limit);
    }
}

FACT_IN(test_drags_do_not_queue_up, open_session, close_session)
{
    char keys[REPEATS * 16] = "\033[<0;45;17M";
    struct terminal *terminal = terminal_of(state);
    press(terminal, keys);
    keys[0] = 0;
    for (int i = 0; i < REPEATS; i++)
        snprintf(keys + strlen(keys), 16, "\033[<32;%d;17M", 38 + i % 45);
    press(terminal, keys);
    print_message("  a drag over %d cells: %zu bytes, the last after %.0f ms\n", REPEATS, answer.bytes,
                  answer.last_s * 1e3);
    assert_in_range(answer.bytes, 1, 2 * BUDGET);
}

FACT_IN(test_playing_is_cheap, open_session, close_session)
{
    struct terminal *terminal = terminal_of(state);
    press(terminal, "g");
    terminal_send(terminal, ">>> ");
    terminal_read(terminal, 1000, 3000, &answer);
    double frame = (double)answer.bytes / (3 * 20);
    print_message("  playing: %.0f bytes a frame\n", frame);
    assert_true(frame > 10 && frame < BUDGET / 2.0);
    assert_null(strstr(answer.text, "\033[2J"));
}

FACT_IN(test_every_mode_is_taken_back, open_session, close_session)
{
    static const char *const modes[] = {"\033[?1006l", "\033[?1002l", "\033[?1000l", "\033[?2004l",
                                        "\033[?25h",   "\033[?1049l", "\033[?1l"};
    struct terminal *terminal = terminal_of(state);
    int status = terminal_end(terminal, SIGTERM, &answer);
    ((struct session *)*state)->started = false;
    assert_true(WIFEXITED(status));
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        assert_non_null(strstr(answer.text, modes[i]));
}
