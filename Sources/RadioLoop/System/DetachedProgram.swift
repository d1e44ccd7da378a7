import Glibc

/// Starts a program that continues after this process has ended.
///
/// The program has its own session and no terminal. Its input, output and errors are `/dev/null`.
package enum DetachedProgram {
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - arguments: The arguments without the program's name.
    /// - Returns: The reason why the program could not be started, or nil if it was started.
    package static func start(_ path: String, _ arguments: [String]) -> String? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | setSession)
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, &attributes, words, environ)
        return code == 0 ? nil : String(cString: strerror(code))
    }

    /// `POSIX_SPAWN_SETSID` of `<spawn.h>`, which declares the constant for `_GNU_SOURCE` only.
    private static let setSession: Int16 = 0x80
}
