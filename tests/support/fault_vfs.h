/* A file system for SQLite that fails on demand, over the real one. It becomes the default, so that
 * everything the store does goes through it. It counts what is asked of it, and from a given operation on, or
 * at that one alone, it answers with an error. And it remembers what a disk would have kept: what was written
 * and not yet synced may be there after a power loss or not, each sector by itself, in any order.
 *
 * What it stands for: writes to one file reach the disk in any order until xSync; a sector of 512 bytes is
 * written whole or not; a file that was made and never synced, or deleted, may be there or not. What lies in
 * shared memory (the index of a log) is gone. */
#ifndef WATTIF_TESTS_FAULT_VFS_H
#define WATTIF_TESTS_FAULT_VFS_H

#include <stdbool.h>
#include <stdint.h>

enum fault_kind {
    FAULT_NONE,
    FAULT_READ,
    FAULT_WRITE, /* also truncation, deletion and the growth of a log's index */
    FAULT_SYNC,
    FAULT_FULL, /* a write that says that the disk is full */
    FAULT_POWER /* the n-th write or sync and all that follow do not happen */
};

/* Registers it; once for a process. False if SQLite does not take it. */
bool fault_vfs_install(void);

/* From now on the n-th operation of this kind fails, counted from 1; with `lasting` all after it too. The
 * disk's memory begins here: all that the files hold now is taken for synced. */
void fault_vfs_arm(enum fault_kind kind, int64_t n, bool lasting);
/* What fills the armed full disk is this file: once it is gone there is room again. */
void fault_vfs_fill_with(const char *path);
/* No more faults. How many operations of the armed kind there were. */
int64_t fault_vfs_disarm(void);
/* Whether the armed fault has struck. */
bool fault_vfs_struck(void);

/* After FAULT_POWER has struck and every connection is closed: the files become what the disk may hold then,
 * by the draws of `seed`. */
void fault_vfs_lose_power(uint64_t seed);

#endif
