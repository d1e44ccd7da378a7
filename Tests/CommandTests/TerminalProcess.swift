import CLinux
import Glibc
import TestSupport

/// The built program in a session of its own, with a pseudo-terminal as standard input, output and error.
final class TerminalProcess {
    let pid: pid_t
    private let master: Int32
    /// The program's end of the pseudo-terminal, opened by the test, too. The test reads the terminal's mode from it.
    /// While it is open, the output stays readable after the program has ended.
    private let slave: Int32
    private(set) var transcript: [UInt8] = []
    private(set) var screen: ScreenModel
    private var code: Int32?
    private var hungUp: Int32?

    /// POSIX_SPAWN_SETSID of <spawn.h>, which defines it only for _GNU_SOURCE.
    private static let setSession: Int16 = 0x80

    init(
        _ arguments: [String], columns: Int = 80, environment: [String: String] = [:],
        program: String = LongwaveBinary.path
    ) throws {
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 256)
        guard openpty(&ends.master, &ends.slave, &name, nil, &size) == 0 else {
            throw TestFailure(reason: "no pseudo-terminal: \(errno)")
        }
        (master, slave) = ends
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        screen = ScreenModel(columns: columns)

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a session leader opens becomes its controlling terminal.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Self.setSession)
        let settings = LongwaveBinary.environment(environment)
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = settings.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program, &actions, &attributes, words, variables)
        guard code == 0 else { throw TestFailure(reason: "\(program): \(code)") }
        self.pid = pid
    }

    deinit {
        if code == nil {
            kill(pid, SIGKILL)
            _ = wait(within: 30)
        }
        close(master)
        close(slave)
        if let hungUp { close(hungUp) }
    }

    func press(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Closes the terminal, which ends the program's input and output.
    func hangUp() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        // The test's end of the pseudo-terminal is replaced by an empty pipe, which closes the terminal for the
        // program.
        dup2(ends[0], master)
        close(ends[0])
        hungUp = ends[1]
    }

    func signal(_ signal: Int32) { kill(pid, signal) }

    func resize(columns: Int) {
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = longwave_set_terminal_size(master, &size)
        screen.resize(columns: columns)
    }

    /// Reads the program's output until `condition` holds for the screen. Returns false if no output arrives for about
    /// `seconds` in total.
    func read(within seconds: Int = 30, until condition: (ScreenModel) -> Bool) -> Bool {
        var left = seconds * 20
        while !condition(screen) {
            guard left > 0 else { return false }
            if !readSome(milliseconds: 50) { left -= 1 }
        }
        return true
    }

    /// Reads output if there is some within `milliseconds`. Returns true if output arrived.
    @discardableResult
    private func readSome(milliseconds: Int32) -> Bool {
        var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) == 1 else { return false }
        var part = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(master, &part, part.count)
        guard count > 0 else { return false }
        transcript += part[..<count]
        screen.feed(part[..<count])
        return true
    }

    /// Waits until the program ends. Returns its exit code, the negative number of the signal that ended it, or nil if
    /// it does not end.
    func wait(within seconds: Int = 30) -> Int32? {
        if let code { return code }
        for _ in 0..<(seconds * 50) {
            var raw: Int32 = 0
            if waitpid(pid, &raw, WNOHANG) == pid {
                while readSome(milliseconds: 0) {}
                code = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
                return code
            }
            readSome(milliseconds: 20)
        }
        return nil
    }

    /// True if the terminal is in the mode that a shell uses to read commands: by line, with echo.
    var isInLineMode: Bool {
        var mode = termios()
        tcgetattr(slave, &mode)
        return mode.c_lflag & tcflag_t(ICANON) != 0 && mode.c_lflag & tcflag_t(ECHO) != 0
    }
}
