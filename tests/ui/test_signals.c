/* Signals to the dashboard, over a pseudo terminal: it leaves with 128 + n or dies of the signal, as it
 * should, and the terminal is as it was: the main screen, every mode off, the line discipline's flags back.
 * So it is while output flows, after Ctrl-S has stopped it, when nobody reads what it writes, and when the
 * terminal belongs to another job. One that waits for a terminal that cannot be written would never end. */
#include "tests/support/folder.h"
#include "tests/support/seeded.h"
#include "tests/support/terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>

enum { QUIET_MS = 150, LIMIT_MS = 5000, END_S = 20 };

static char db[160], program[512];
static struct terminal_answer answer;

static int make_home(void **state)
{
    static const char *const names[] = {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"};
    const char *build = getenv("WATTIF_BUILD");
    if (!build || make_folder(state) != 0)
        return -1;
    snprintf(db, sizeof db, "%s/wattif.db", folder);
    snprintf(program, sizeof program, "%s/wattif", build);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        setenv(names[i], folder, 1);
    setenv("ASAN_OPTIONS", "handle_segv=0:handle_abort=0:detect_leaks=0", 1);
    seeded_copy(db);
    return 0;
}

/* Starts what opens the dashboard, and waits until it is drawn. */
static struct terminal start_by(char *const *arguments)
{
    struct terminal terminal;
    if (!terminal_start(&terminal, arguments, "xterm-256color", 120, 40)) {
        print_message("skipped: there are no pseudo terminals here\n");
        skip();
    }
    assert_true(terminal_draws(&terminal, QUIET_MS, &answer));
    return terminal;
}

static struct terminal start(void)
{
    char command[256];
    char *arguments[] = {program, "--no-ahead", "--db", db, "carbondis-set1", NULL};
    snprintf(command, sizeof command, "rm -rf '%s/wattif'", folder); /* it offers nothing of the last */
    assert_int_equal(system(command), 0);
    return start_by(arguments);
}

/* Its wait status, once it has ended by itself; what it wrote is left in the terminal. */
static int wait_for_end(struct terminal *terminal)
{
    double until_s = terminal_now_s() + END_S;
    int status = 0;
    pid_t ended = 0;
    while (!ended && terminal_now_s() < until_s) {
        poll(NULL, 0, 5);
        ended = waitpid(terminal->pid, &status, WNOHANG);
    }
    if (!ended) {
        kill(terminal->pid, SIGKILL);
        waitpid(terminal->pid, &status, 0);
        fail_msg("the program did not end in %d s", END_S);
    }
    return status;
}

/* Everything that the dashboard changed is changed back; afterwards the terminal is closed. */
static void assert_restored(struct terminal *terminal)
{
    static const char *const modes[] = {"\033[?1006l", "\033[?1002l", "\033[?1000l", "\033[?2004l",
                                        "\033[?25h",   "\033[?1049l", "\033[?1l"};
    struct termios now;
    assert_int_equal(tcgetattr(terminal->fd, &now), 0);
    assert_int_equal(now.c_lflag & (ICANON | ECHO | ISIG), ICANON | ECHO | ISIG);
    assert_int_equal(now.c_iflag & ICRNL, ICRNL);
    assert_int_equal(now.c_oflag & (OPOST | ONLCR), OPOST | ONLCR);
    terminal_read(terminal, 50, 500, &answer);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        assert_or(strstr(answer.text, modes[i]), "%s was not sent", modes[i] + 1);
    close(terminal->fd);
}

/* Ctrl-S, and then something to draw: the program waits in a write. */
static void stop_output(struct terminal *terminal)
{
    terminal_send(terminal, "\023");
    poll(NULL, 0, 50);
    terminal_send(terminal, "+");
    poll(NULL, 0, 150);
    terminal_resize(terminal, 119, 39);
    poll(NULL, 0, 150);
}

static int unread(const struct terminal *terminal)
{
    int n = 0;
    assert_int_equal(ioctl(terminal->fd, FIONREAD, &n), 0);
    return n;
}

/* One screen after another until no more fits between the program and a reader that sleeps. */
static void fill_output(struct terminal *terminal)
{
    int before = -1, same = 0;
    for (int i = 0; i < 400 && same < 12; i++) {
        int now = unread(terminal);
        same = now > 0 && now == before ? same + 1 : 0;
        before = now;
        terminal_resize(terminal, 200 - i % 2, 60);
        poll(NULL, 0, 60);
    }
    assert_true(same >= 12);
}

typedef void prepare(struct terminal *terminal);

static void leave_alone(struct terminal *terminal)
{
}

static void assert_leaves(int signal, prepare *first)
{
    struct terminal terminal = start();
    first(&terminal);
    kill(terminal.pid, signal);
    int status = wait_for_end(&terminal);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 128 + signal)
        fail_msg("signal %d: wait status %d", signal, status);
    assert_restored(&terminal);
}

static void assert_dies(int signal, prepare *first)
{
    struct terminal terminal = start();
    first(&terminal);
    kill(terminal.pid, signal);
    int status = wait_for_end(&terminal);
    assert_or(WIFSIGNALED(status) && WTERMSIG(status) == signal, "signal %d: wait status %d", signal, status);
    assert_restored(&terminal);
}

FACT(test_polite_signals)
{
    static const int signals[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        assert_leaves(signals[i], leave_alone);
}

FACT(test_polite_signals_while_output_is_stopped)
{
    static const int signals[] = {SIGTERM, SIGHUP, SIGINT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        assert_leaves(signals[i], stop_output);
}

FACT(test_nobody_reads)
{
    assert_leaves(SIGTERM, fill_output);
    assert_dies(SIGUSR1, fill_output);
}

FACT(test_deadly_signals)
{
    static const int signals[] = {SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGSEGV};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        assert_dies(signals[i], i % 2 ? leave_alone : stop_output);
}

/* The keyboard's own: Ctrl-C while output is stopped. */
FACT(test_interrupt_key)
{
    struct terminal terminal = start();
    stop_output(&terminal);
    terminal_send(&terminal, "\003");
    int status = wait_for_end(&terminal);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 128 + SIGINT);
    assert_restored(&terminal);
}

/* The terminal goes, with or without its signal. */
FACT(test_hang_up)
{
    struct terminal terminal = start();
    close(terminal.fd);
    int status = wait_for_end(&terminal);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 128 + SIGHUP);
}

/* A shell with job control suspends the dashboard and kills it: it ends without touching the terminal, which
 * is the shell's by then. What comes after "gone" in the answer would be the dashboard's. */
FACT(test_killed_while_suspended)
{
    char script[1024];
    char *arguments[] = {"/bin/bash", "--norc", "-c", script, NULL};
    snprintf(
        script, sizeof script,
        "set -m; '%s' --db '%s' carbondis-set1; echo stopped; read -r word; job=$(jobs -p); kill $job; "
        "kill -CONT $job 2>/dev/null; while [ \"$(jobs -s)\" ]; do sleep 0.05; done; wait $job 2>/dev/null; "
        "echo status $?; stty -a | grep -qw -- -icanon || echo sane",
        program, db);
    struct terminal terminal = start_by(arguments);
    terminal_send(&terminal, "\032");
    for (int tries = 0; tries < 40 && !strstr(answer.text, "stopped"); tries++)
        terminal_read(&terminal, QUIET_MS, LIMIT_MS, &answer);
    assert_has(answer.text, "stopped");
    terminal_send(&terminal, "go\n");
    wait_for_end(&terminal);
    terminal_read(&terminal, 50, 500, &answer);
    if (!strstr(answer.text, "Exit 143") && !strstr(answer.text, "status 143")) /* as bash comes to tell it */
        fail_msg("the shell says: %s", answer.text);
    assert_has(answer.text, "sane");
    assert_null(strstr(answer.text, "\033[?"));
    close(terminal.fd);
}

FACTS_BETWEEN(make_home, remove_folder)
