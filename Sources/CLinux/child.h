// Programs that are run beside ours (posix_spawn(3)), bounded and away from our terminal.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Starts a program in a session of its own: it has no terminal, and none of our signals, which it takes as usual. `input` becomes its
// standard input (-1: /dev/null), `output` its standard output, and where `errors` is not 0 its errors too, else they are lost; it gets
// none of our other descriptors. The process id, or -errno.
static inline pid_t longwave_spawn(
    const char *path, char *const words[], char *const environment[], int input, int output, int errors) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) return -ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -ENOMEM;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if (input >= 0) {
        posix_spawn_file_actions_adddup2(&actions, input, 0);
    } else {
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    if (errors) {
        posix_spawn_file_actions_adddup2(&actions, output, 2);
    } else {
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    }
    // All are close-on-exec; those of libraries may not be. (The header shows it to _GNU_SOURCE only.)
    extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // 0x80: POSIX_SPAWN_SETSID, which <spawn.h> shows to _GNU_SOURCE only.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | 0x80);
    pid_t process = 0;
    int code = posix_spawn(&process, path, &actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code == 0 ? process : -code;
}
// pipe2(2), which <unistd.h> shows to _GNU_SOURCE only: both ends close-on-exec from the beginning.
static inline int longwave_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }
// pidfd_open(2), since Linux 5.3: readable once the process has ended. Close-on-exec.
static inline int longwave_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
// prlimit(2): both limits of another process.
static inline int longwave_limit_process(pid_t process, int resource, unsigned long long value) {
    struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    return (int)syscall(SYS_prlimit64, process, resource, &limit, NULL);
}
static inline int longwave_limit_memory(pid_t process, unsigned long long bytes) {
    return longwave_limit_process(process, RLIMIT_AS, bytes);
}
static inline int longwave_limit_seconds(pid_t process, unsigned long long seconds) {
    return longwave_limit_process(process, RLIMIT_CPU, seconds);
}
static inline int longwave_limit_files(pid_t process, unsigned long long bytes) {
    return longwave_limit_process(process, RLIMIT_FSIZE, bytes);
}
// A file in memory alone that holds these bytes, to be read from its beginning (memfd_create(2)), close-on-exec; -1 with errno.
static inline int longwave_memory_file(const void *bytes, size_t count) {
    int file = (int)syscall(SYS_memfd_create, "longwave", 1u /* MFD_CLOEXEC */);
    if (file < 0) return -1;
    for (size_t done = 0; done < count;) {
        ssize_t written = pwrite(file, (const char *)bytes + done, count - done, (off_t)done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            close(file);
            return -1;
        }
        done += (size_t)written;
    }
    return file;
}
// The variables of this process, as `NAME=VALUE`; a NULL behind the last one.
static inline char **longwave_environment(void) {
    extern char **environ;
    return environ;
}
// How an ended process ended: its exit code, the negative number of a signal; -1000 where nobody can say.
static inline int longwave_reap(pid_t process) {
    int status = 0;
    pid_t ended;
    do { ended = waitpid(process, &status, 0); } while (ended < 0 && errno == EINTR);
    if (ended != process) return -1000;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}
