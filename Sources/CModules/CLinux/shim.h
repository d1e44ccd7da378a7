// Linux calls that the Glibc module lacks. _GNU_SOURCE must not be defined: it changes glibc's own types (fd_set, the
// address parameters of sockets), which then differ from the Glibc module's.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include "child.h"

static inline int longwave_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}
static inline int longwave_epoll_modify(int epoll, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event);
}
static inline int longwave_epoll_remove(int epoll, int descriptor) {
    struct epoll_event event = {0};
    return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
}
static inline uint64_t longwave_epoll_token(const struct epoll_event *event) { return event->data.u64; }
static inline int longwave_terminal_size(int descriptor, struct winsize *size) {
    return ioctl(descriptor, TIOCGWINSZ, size);
}
static inline int longwave_set_terminal_size(int descriptor, const struct winsize *size) {
    return ioctl(descriptor, TIOCSWINSZ, size);
}
// Returns the number of bytes that can be read now (FIONREAD), or -1.
static inline int longwave_bytes_waiting(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}
static inline int longwave_set_thread_name(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

// Arms a timer for the end of time with TFD_TIMER_CANCEL_ON_SET (timerfd_create(2)). The kernel cancels the timer when
// the wall clock jumps, as it does when the computer wakes.
static inline int longwave_arm_clock_watch(int descriptor) {
    struct itimerspec end = {.it_value = {.tv_sec = 0x7fffffff}};
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &end, NULL);
}
// Moves this thread to a new network namespace, for tests: unshare(2) with CLONE_NEWNET. The header declares unshare(2)
// only for _GNU_SOURCE.
static inline int longwave_unshare_network(void) { return (int)syscall(SYS_unshare, 0x40000000); }

// Returns the offset of a pattern in bytes, or -1 if it does not occur. The header declares memmem(3) only for
// _GNU_SOURCE.
extern void *memmem(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length);
static inline ssize_t longwave_find(const void *bytes, size_t length, const void *pattern, size_t pattern_length) {
    const char *found = memmem(bytes, length, pattern, pattern_length);
    return found ? found - (const char *)bytes : -1;
}

// Renames a file, or fails with EEXIST if another file has the new name. Some file systems cannot do so (EINVAL).
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
static inline int longwave_rename_new(const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1 /* RENAME_NOREPLACE */);
}

// Opens a file without a name in a folder (O_TMPFILE, which the header defines only for _GNU_SOURCE). The file is gone
// when it is closed, unless it gets a name. Some file systems cannot do so (EOPNOTSUPP).
static inline int longwave_open_unnamed(const char *folder, mode_t mode) {
    return open(folder, __O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

// Accepts the next client of a listening socket, non-blocking: accept4(2). <sys/socket.h> belongs to the Glibc module
// alone: its constants would have another type if two modules included it.
static inline int longwave_accept(int descriptor) {
    return (int)syscall(SYS_accept4, descriptor, (void *)0, (void *)0, O_CLOEXEC | O_NONBLOCK);
}
// Returns the user at the other end of a Unix socket (unix(7), SO_PEERCRED), or -1 if unknown.
static inline long long longwave_peer_user(int descriptor) {
    struct { pid_t process; uid_t user; gid_t group; } peer;
    unsigned int length = sizeof peer;
    long result = syscall(SYS_getsockopt, descriptor, 1 /* SOL_SOCKET */, 17 /* SO_PEERCRED */, &peer, &length);
    return result == 0 ? (long long)peer.user : -1;
}
