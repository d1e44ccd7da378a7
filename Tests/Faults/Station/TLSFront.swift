import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// Makes a ``LiveStation`` available by https, with `openssl s_server` at a port of its own, for one listener at a
/// time.
///
/// s_server writes the listener's request to its standard output, and reads the station's response from its standard
/// input. Between two chunks of the response, a letter on a line of its own is a command to s_server: see s_server(1),
/// "connected commands".
final class TLSFront: Sendable {
    enum Command: String {
        /// A new handshake within the connection (TLS 1.2).
        case renegotiate = "r"
        /// New keys for both directions (TLS 1.3).
        case updateKeys = "K"
        /// Prints how many handshakes the server has made. s_server also sends this letter to the listener, in the
        /// middle of the sound, so a row may use the command only at its end.
        case statistics = "S"
    }

    private struct State {
        var process: ChildProcess?
        /// The descriptor of the FIFO that is s_server's standard input, or -1 while s_server does not run.
        var input: Int32 = -1
        var generation = 0
        var text = ""
        var commands: [Command] = []
    }

    let port: UInt16
    var url: String { "https://127.0.0.1:\(port)/live" }
    private let station: LiveStation
    private let directory: TemporaryDirectory
    private let state = Mutex(State())

    /// The maximum size of a chunk in bytes. It is smaller than s_server's read buffer, so s_server reads each chunk at
    /// once.
    private static let pieceSize = 4096
    /// The letters of s_server's commands. s_server treats a chunk that begins with one of them as a command.
    private static let commandLetters = Set("QqPSBrRKkc".utf8)

    init(_ station: LiveStation) throws {
        self.station = station
        directory = try TemporaryDirectory()
        port = try LoopbackClient.freePort()
    }

    deinit { stop() }

    /// Starts s_server with this certificate. An s_server that this object started earlier ends first.
    func start(_ certificate: TLSCertificates.Certificate, options: [String] = []) throws {
        stop()
        let generation = state.withLock { state in
            state.generation += 1
            state.text = ""
            return state.generation
        }
        let fifo = "\(directory.path)/input-\(generation)"
        guard mkfifo(fifo, 0o600) == 0 else { throw FaultError(description: "no FIFO: \(errno)") }
        // The test keeps the FIFO open for writing, so that s_server never reads the end of its input. It opens the
        // FIFO for reading, too, because opening it only for writing fails until s_server has opened it (ENXIO).
        let input = open(fifo, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        // stdbuf makes s_server write each line of its output at once, because the test waits for lines.
        let words =
            [
                "stdbuf", "-oL", "openssl", "s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate.path,
                "-key", certificate.key,
            ]
        let process = try ChildProcess(
            "sh", ["-c", "file=$1; shift; exec \"$@\" <\"$file\"", "sh", fifo] + words + options, output: .piped)
        state.withLock { ($0.process, $0.input) = (process, input) }
        // The reading thread gets its own descriptor, because `process` may be released, and its descriptor closed,
        // during a read.
        let output = dup(process.output)
        LoopThread.start { [weak self] in
            var seen = 0
            while let more = Self.read(output) {
                guard let self, let request = self.takeRequest(more, generation, &seen) else { continue }
                LoopThread.start { [weak self] in
                    guard let station = self?.station else { return }
                    guard let client = try? LoopbackClient(port: station.port), client.send(request) else { return }
                    Self.pass(client) { self?.give($0, generation) ?? false }
                }
            }
            close(output)
        }
        let deadline = MonotonicInstant.now.advanced(by: .seconds(30))
        while !says("ACCEPT") {
            guard MonotonicInstant.now < deadline, process.isRunning else {
                throw FaultError(description: "s_server does not listen")
            }
            usleep(5_000)
        }
    }

    /// Ends s_server and its connection with the listener.
    func stop() {
        let (process, input) = state.withLock { state in
            defer { (state.process, state.input, state.generation) = (nil, -1, state.generation + 1) }
            return (state.process, state.input)
        }
        process?.end()
        if input >= 0 { close(input) }
    }

    /// Sends s_server a command before the next chunk of the station's response.
    func send(_ command: Command) { state.withLock { $0.commands.append(command) } }

    /// Returns how many times s_server has printed `words` since its start.
    func count(_ words: String) -> Int { state.withLock { $0.text.ranges(of: words).count } }
    /// Returns the lines with `words` that s_server has printed since its start.
    func lines(with words: String) -> [Substring] {
        state.withLock { $0.text }.split(separator: "\n").filter { $0.contains(words) }
    }

    private func says(_ words: String) -> Bool { count(words) > 0 }

    // MARK: From the listener

    private static func read(_ descriptor: Int32) -> String? {
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            return count > 0 ? String(decoding: part[..<count], as: UTF8.self) : nil
        }
    }

    /// Adds `more` to s_server's output. Returns the next HTTP request in the output, if it is now complete, or nil.
    /// `seen` counts the requests returned so far.
    private func takeRequest(_ more: String, _ generation: Int, _ seen: inout Int) -> String? {
        let text = state.withLock { state in
            if state.generation == generation { state.text += more }
            return state.text
        }
        let begins = text.ranges(of: "GET /")
        guard begins.count > seen, let end = text[begins[seen].lowerBound...].firstRange(of: "\r\n\r\n") else {
            return nil
        }
        defer { seen += 1 }
        return String(text[begins[seen].lowerBound..<end.upperBound])
    }

    // MARK: To the listener

    /// Passes the station's response to s_server in chunks that do not begin with the letter of a command.
    private static func pass(_ client: LoopbackClient, to give: ([UInt8]) -> Bool) {
        var pending: [UInt8] = []
        while true {
            let more = client.receive(pieceSize)
            if more.isEmpty { return }
            pending += more
            // The byte after a chunk must not be the letter of a command, because the next chunk begins with it. At
            // least one byte therefore stays in `pending`.
            while pending.count > 1,
                let end = (1...min(pending.count - 1, pieceSize)).last(where: {
                    !commandLetters.contains(pending[$0])
                })
            {
                guard give(Array(pending[..<end])) else { return }
                pending.removeFirst(end)
            }
        }
    }

    /// Writes a waiting command, if there is one, and then a chunk, each after s_server has read all earlier bytes.
    /// Returns false if s_server has ended.
    private func give(_ piece: [UInt8], _ generation: Int) -> Bool {
        let command = state.withLock { $0.commands.isEmpty ? nil : $0.commands.removeFirst() }
        if let command, !giveAlone(Array("\(command.rawValue)\n".utf8), generation) { return false }
        return giveAlone(piece, generation)
    }

    private func giveAlone(_ bytes: [UInt8], _ generation: Int) -> Bool {
        while true {
            let isGiven: Bool? = state.withLock { state in
                guard state.generation == generation, state.input >= 0 else { return nil }
                var request = pollfd(fd: state.input, events: Int16(POLLIN), revents: 0)
                guard poll(&request, 1, 0) == 0 else { return false }
                return write(state.input, bytes, bytes.count) == bytes.count
            }
            guard let isGiven else { return false }
            if isGiven { return true }
            usleep(500)
        }
    }
}
