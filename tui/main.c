/* wattif: the program. It settles what the C library and the kernel would otherwise decide: the locale (text
 * as the user's, numbers with a point), what becomes of freed memory, writes to a closed pipe or a full disk
 * as errors instead of signals, and the three standard descriptors, so that no file of ours can ever take the
 * number of a closed one. */
#include "engine/base/arena.h"
#include "tui/cli/command.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

/* A closed stdout is opened for reading: writing to it then fails, as it should. */
static void open_standard_descriptors(void)
{
    static const int modes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) != fd)
            _exit(EXIT_SYSTEM);
}

static void ignore_signal(int number)
{
    struct sigaction action = {.sa_handler = SIG_IGN};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

int main(int argc, char **argv)
{
    open_standard_descriptors();
    memory_keep_freed();
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    ignore_signal(SIGPIPE);
    ignore_signal(SIGXFSZ);
    return command_main(argc, argv);
}
