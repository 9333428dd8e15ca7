/* The file is allocated, not sparse: only blocks that it owns come back with it. */
#include "store/spare.h"

#include "store/file.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* What is deleted goes through the log once: 0.5 to 1.5 MB for the runs of the library's scenarios, up to 4
 * MB for the largest there are. A reader takes 32 kB. */
enum { SPARE_BYTES = 1 << 22, SPARE_LEAST = 1 << 16 };

static bool spare_path(const char *path, char *out, size_t size)
{
    int n = snprintf(out, size, "%s-spare", path);

    return n > 0 && (size_t)n < size;
}

void spare_keep(const char *path)
{
    char spare[PATH_SIZE + 8];
    int fd = spare_path(path, spare, sizeof spare)
                 ? open(spare, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)
                 : -1;

    if (fd < 0)
        return;
    off_t bytes = SPARE_BYTES;
    while (bytes >= SPARE_LEAST && posix_fallocate(fd, 0, bytes) != 0)
        bytes = ftruncate(fd, 0) == 0 ? bytes / 2 : 0;
    close(fd);
    if (bytes < SPARE_LEAST)
        unlink(spare);
}

bool spare_give(const char *path)
{
    char spare[PATH_SIZE + 8];

    return spare_path(path, spare, sizeof spare) && unlink(spare) == 0;
}
