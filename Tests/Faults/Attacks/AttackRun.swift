import CLinux
import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// Runs one ``AttackRow`` with its servers and the program, and measures the program's memory, CPU time, requests and
/// disk use.
package struct AttackRun: Sendable {
    package struct Result: Sendable {
        package var row: AttackRow
        package var requests = 0
        package var mostInASecond = 0
        package var peakMegabytes = 0.0
        package var cpuSeconds = 0.0
        package var diskMegabytes = 0.0
        package var seconds = 0.0
        /// The program's exit code, or nil if it still ran at the row's end.
        package var code: Int32?
        /// Descriptions of the bounds that do not hold. Empty if all hold.
        package var problems: [String] = []
    }

    private let binary: String
    private let isBrief: Bool
    /// The library of Tests/FaultPreload, or nil if it was not built.
    private let preload: String?

    package init(binary: String, isBrief: Bool, preload: String? = nil) {
        self.binary = binary
        self.isBrief = isBrief
        self.preload = preload
    }

    package func run(_ row: AttackRow) -> Result {
        var result = Result(row: row)
        guard row.clock == 0 || preload != nil else { return result }
        do { try run(row, &result) } catch { result.problems.append("\(error)") }
        return result
    }

    private func run(_ row: AttackRow, _ result: inout Result) throws {
        let times = Mutex<[MonotonicInstant]>([])
        let stranger = try LoopbackServer(host: "127.0.0.2") { $0.reply(status: "404 Not Found") }
        defer { stranger.stop() }
        let station = try LoopbackServer { connection in
            let count = times.withLock {
                $0.append(.now)
                return $0.count
            }
            row.script(connection, count, stranger)
        }
        defer { station.stop() }
        let home = try TemporaryDirectory()
        let place = AttackRow.Place(
            home: home.path, station: station, stranger: stranger, binary: binary, isBrief: isBrief)
        let arguments = try row.command(place)
        let attacker = try row.attacker(place)
        defer { attacker?.stop() }
        let before = Self.bytes(in: home.path)
        let terminal = row.hasTerminal ? try DrainedTerminal() : nil
        let limit = row.limits.isEmpty ? [] : ["prlimit"] + row.limits
        let words = limit + [binary] + arguments
        var environment = [
            "HOME": home.path, "XDG_DATA_HOME": home.path, "XDG_STATE_HOME": home.path, "XDG_CACHE_HOME": home.path,
            "XDG_CONFIG_HOME": home.path, "XDG_RUNTIME_DIR": home.path, "PULSE_SERVER": "unix:/proc/nonexistent/pulse",
            "TERM": "xterm-256color", "LANG": "C.UTF-8",
        ]
        let clock = try PlayerClock(row.clock)
        if row.clock != 0, let preload {
            environment["LD_PRELOAD"] = preload
            environment["LONGWAVE_FAULT_CLOCK"] = clock.path
        }
        let begin = MonotonicInstant.now
        let child = try ChildProcess(
            words[0], Array(words.dropFirst()), environment: environment,
            output: terminal.map { .terminal($0.path) } ?? .discarded)
        defer { child.end() }
        var stopped: MonotonicInstant?
        let limitTime = Duration.seconds(isBrief ? min(row.seconds, 4) : row.seconds)
        // The kernel keeps the first 15 bytes of a program's name.
        let name = String((binary.split(separator: "/").last ?? "").prefix(15))
        while child.isRunning,
            begin.duration(to: .now) < limitTime || (!isOver(row, place, attacker) && isPatient(begin))
        {
            let facts = ProcessFacts(child.pid)
            // Until the child process executes the program, its memory is that of the process that started it and must
            // not be measured.
            if facts.threadNames.first == name {
                result.peakMegabytes = max(result.peakMegabytes, Double(facts.peakKilobytes) / 1000)
                result.cpuSeconds = max(result.cpuSeconds, facts.cpuSeconds)
            }
            if let after = row.stopsAfter, stopped == nil, begin.duration(to: .now) >= .seconds(after) {
                child.send(SIGTERM)
                stopped = .now
            }
            usleep(2000)
        }
        if let ending = stopped?.duration(to: .now).inSeconds, ending > row.ending, !Sanitizer.isOn {
            result.problems.append("it took \(FaultFigures.text(ending)) s to end, at most \(row.ending)")
        }
        result.seconds = begin.duration(to: .now).inSeconds
        result.code = child.isRunning ? nil : child.wait()
        child.end()
        result.diskMegabytes = Double(Self.bytes(in: home.path) - before) / 1_000_000
        let asked = times.withLock { $0 }
        result.requests = asked.count + stranger.requests.count
        // The servers note a request's time when they read the request, which may be a few milliseconds late. Requests
        // are therefore counted in windows slightly shorter than a second.
        result.mostInASecond = FaultRun.mostInASecond(asked, .milliseconds(950))
        result.problems += problems(result, place)
        if attacker?.hasReached == false { result.problems.append("the attacker did not reach it") }
        withExtendedLifetime((home, terminal, clock)) {}
    }

    private func hasReached(_ row: AttackRow, _ place: AttackRow.Place) -> Bool {
        row.reaches.map { path in place.station.requests.contains { $0.path == path } } ?? true
    }

    /// Returns false if the row must go on after its time, up to a minute. A row that expects an exit code goes on
    /// until the program ends. Any other row goes on until the program has requested the path `reaches` and its attacker
    /// has reached the program.
    private func isOver(_ row: AttackRow, _ place: AttackRow.Place, _ attacker: (any LocalAttacker)?) -> Bool {
        if case .exit = row.end { return false }
        return hasReached(row, place) && attacker?.hasReached ?? true
    }

    /// Returns true during the row's first minute. For so long, the row waits for a program that is slow because of a
    /// busy computer.
    private func isPatient(_ begin: MonotonicInstant) -> Bool { begin.duration(to: .now) < .seconds(60) }

    private func problems(_ result: Result, _ place: AttackRow.Place) -> [String] {
        let row = result.row
        var problems: [String] = []
        switch (row.end, result.code) {
        case (.goesOn, let code?): problems.append("it ended with \(code)")
        case (.exit, nil): problems.append("it did not end")
        case (.exit(let wanted), let code?) where code != wanted: problems.append("exit \(code), not \(wanted)")
        case (.noSignal, let code?) where code < 0: problems.append("signal \(-code) ended it")
        case (.goesOn, nil), (.exit, _), (.noSignal, _): break
        }
        if !Sanitizer.isOn, result.peakMegabytes > Double(row.memory) {
            problems.append("\(FaultFigures.text(result.peakMegabytes)) MB of memory, at most \(row.memory)")
        }
        if !Sanitizer.isOn, !isBrief, let cpu = row.cpu, result.cpuSeconds > cpu {
            problems.append("\(FaultFigures.text(result.cpuSeconds)) s of CPU time, at most \(cpu)")
        }
        if result.mostInASecond > row.requests {
            problems.append("\(result.mostInASecond) requests in a second, at most \(row.requests)")
        }
        if result.diskMegabytes > row.disk {
            let (written, most) = (FaultFigures.text(result.diskMegabytes), FaultFigures.text(row.disk))
            problems.append("\(written) MB written, at most \(most)")
        }
        if !hasReached(row, place) { problems.append("\(row.reaches ?? "") was not asked for") }
        return problems + row.check(place)
    }

    /// Returns the size of all files in a folder and its subfolders.
    private static func bytes(in path: String) -> Int {
        var status = stat()
        guard lstat(path, &status) == 0 else { return 0 }
        guard status.st_mode & S_IFMT == S_IFDIR, let folder = opendir(path) else {
            return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
        }
        defer { closedir(folder) }
        var sum = 0
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { sum += bytes(in: path + "/" + name) }
        }
        return sum
    }
}

/// A pseudo-terminal that is large enough for pictures. A thread reads and discards the program's output.
private final class DrainedTerminal {
    let path: String
    private let slave: Int32

    init() throws {
        var size = winsize(ws_row: 40, ws_col: 100, ws_xpixel: 1000, ws_ypixel: 800)
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 256)
        guard openpty(&ends.master, &ends.slave, &name, nil, &size) == 0 else {
            throw FaultError(description: "no pseudo-terminal: \(errno)")
        }
        for end in [ends.master, ends.slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        slave = ends.slave
        let master = ends.master
        LoopThread.start {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while case let count = read(master, &bytes, bytes.count), count > 0 || (count < 0 && errno == EINTR) {}
            close(master)
        }
    }

    // The program has ended by now, so this is the last descriptor of the terminal's slave end. Closing it ends the
    // thread that reads the output.
    deinit { close(slave) }
}
