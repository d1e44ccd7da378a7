import Glibc
import Synchronization

/// A child process that a test started. The object kills the process by its id, in `deinit` at the latest.
package final class ChildProcess: Sendable {
    package let pid: pid_t
    /// The read end of the program's standard output, or -1 if the output is not piped. Closed in `deinit`.
    package let output: Int32
    private let status = Mutex<Int32?>(nil)

    /// The value of POSIX_SPAWN_SETSID, which <spawn.h> declares only with _GNU_SOURCE.
    private static let setSession: Int16 = 0x80

    package struct StartError: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    package enum Output: Sendable {
        case discarded
        case piped
        /// One pipe for standard output and standard error.
        case pipedWithErrors
        /// Standard input and output are the terminal at this path; standard error is discarded. The program gets a
        /// session of its own.
        case terminal(String)
    }

    /// Starts `program`, which is looked up in PATH. The program gets the environment variables of the test process,
    /// which `environment` replaces or extends.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], output: Output = .discarded
    ) throws {
        var ends: [Int32] = [-1, -1]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        switch output {
        case .discarded:
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        case .terminal(let path):
            // The first terminal that a session leader opens becomes its controlling terminal.
            posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        case .piped, .pipedWithErrors:
            guard pipe(&ends) == 0 else { throw StartError(description: "pipe: \(errno)") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            if case .pipedWithErrors = output {
                posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
            } else {
                posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            }
        }
        var variables: [String: String] = [:]
        var index = 0
        while let entry = environ[index] {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            index += 1
        }
        // Forbids requests to a station directory. Otherwise the program could send requests to the real radio-browser.
        // A test can set the address of its own directory in `environment`.
        variables["LONGWAVE_DIRECTORY"] = "none"
        variables.merge(environment) { $1 }
        // Signals that the test blocks (for signalfd) must not stay blocked in the child.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A shell ignores these signals in its background jobs, and a child inherits that.
        var usual = sigset_t()
        sigemptyset(&usual)
        sigaddset(&usual, SIGINT)
        sigaddset(&usual, SIGQUIT)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        if case .terminal = output { flags |= Self.setSession }
        posix_spawnattr_setflags(&attributes, flags)
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, program, &actions, &attributes, words, settings)
        if ends[1] >= 0 { close(ends[1]) }
        guard code == 0 else {
            if ends[0] >= 0 { close(ends[0]) }
            throw StartError(description: "\(program): \(String(cString: strerror(code)))")
        }
        self.pid = pid
        self.output = ends[0]
    }

    deinit {
        end()
        if output >= 0 { close(output) }
    }

    package func send(_ signal: Int32) {
        status.withLock { if $0 == nil { kill(pid, signal) } }
    }

    /// Closes the read end of the program's standard output, so that the program's next write to the pipe fails.
    package func closeOutput() {
        guard output >= 0 else { return }
        // The descriptor's number stays in use until `deinit`, so that no other file gets it.
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        dup2(null, output)
        _ = fcntl(output, F_SETFD, FD_CLOEXEC)
        close(null)
    }

    /// Kills the program and waits for its end.
    package func end() {
        send(SIGKILL)
        wait()
    }

    /// Waits for the program's end. Returns its exit code, or the negative number of the signal that ended it.
    @discardableResult
    package func wait() -> Int32 {
        if let known = status.withLock({ $0 }) { return known }
        var raw: Int32 = 0
        while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
        let code = Self.code(raw)
        return status.withLock {
            if $0 == nil { $0 = code }
            return $0!
        }
    }

    package var isRunning: Bool {
        status.withLock {
            var raw: Int32 = 0
            if $0 == nil, waitpid(pid, &raw, WNOHANG) == pid { $0 = Self.code(raw) }
            return $0 == nil
        }
    }

    private static func code(_ raw: Int32) -> Int32 { raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F) }

    /// Reads all output until the program closes it.
    package func readAll() -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(output, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }

    /// Runs a program and waits for its end. Returns standard output with standard error, and the exit code.
    package static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (output: String, code: Int32) {
        let child = try ChildProcess(program, arguments, environment: environment, output: .pipedWithErrors)
        let output = child.readAll()
        return (output, child.wait())
    }

    /// Whether `program` is in PATH.
    package static func exists(_ program: String) -> Bool {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
