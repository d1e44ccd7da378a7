// Starts other programs with limits and without Longwave's terminal (posix_spawn(3)).
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Starts a program in a session of its own, without a terminal and with the usual handling of all signals.
// `input` becomes its standard input, or /dev/null for -1. `output` becomes its standard output, and its standard error
// if `errors` is not 0; otherwise standard error is /dev/null. The program inherits no other descriptors.
// Returns the process id, or -errno.
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
    // Longwave's own descriptors are close-on-exec, but those of libraries may not be. The header declares this
    // function only for _GNU_SOURCE.
    extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // 0x80 is POSIX_SPAWN_SETSID, which <spawn.h> defines only for _GNU_SOURCE.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | 0x80);
    pid_t process = 0;
    int code = posix_spawn(&process, path, &actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code == 0 ? process : -code;
}
// pipe2(2), which <unistd.h> declares only for _GNU_SOURCE. Both ends are close-on-exec from the beginning.
static inline int longwave_pipe(int ends[2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }
// pidfd_open(2), since Linux 5.3. The descriptor is close-on-exec, and readable once the process has ended.
static inline int longwave_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
// Sets both limits of another process (prlimit(2)).
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
// Returns the descriptor of a file in memory (memfd_create(2)) that contains the bytes, or -1 with errno. The
// descriptor is at the beginning of the file and close-on-exec.
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
// Returns the variables of this process as `NAME=VALUE`, followed by NULL.
static inline char **longwave_environment(void) {
    extern char **environ;
    return environ;
}
// Waits for a process and returns its exit code, the negative number of the signal that ended it, or -1000 if unknown.
static inline int longwave_reap(pid_t process) {
    int status = 0;
    pid_t ended;
    do { ended = waitpid(process, &status, 0); } while (ended < 0 && errno == EINTR);
    if (ended != process) return -1000;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}
