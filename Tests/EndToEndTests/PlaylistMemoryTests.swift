import Glibc
import RadioLoop
import Synchronization
import TestSupport
import Testing

/// With any HLS playlist, `play`, `check` and `inspect` need at most 32 MB more memory than with a small playlist.
@Suite struct PlaylistMemoryTests {
    /// The most memory, in kilobytes, that a playlist may need beyond a small playlist.
    static let limit = 32 << 10

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The text of the playlist at its n-th request, counted from zero.
        var text: @Sendable (Int) -> String
    }

    enum Command: String, CaseIterable {
        case play, check, inspect, json
    }

    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"

    /// Returns a playlist of numbered lines that is as long as the program accepts: at most `bytes` bytes and `count`
    /// lines.
    private static func filled(
        _ begin: String, bytes: Int = 4 << 20, count: Int = 65_000, _ line: (Int) -> String
    ) -> String {
        var text = begin
        for number in 0..<count {
            let next = line(number)
            guard text.utf8.count + next.utf8.count <= bytes else { return text }
            text += next
        }
        return text
    }

    private static func row(_ description: String, _ make: () -> String) -> Row {
        let text = make()
        return Row(testDescription: description) { _ in text }
    }

    private static func keys(_ count: Int) -> String {
        (0..<count).map { "#EXT-X-KEY:METHOD=X,URI=\"k\($0)\",KEYFORMAT=\"f\($0)\"\n" }.joined()
    }

    static let rows = [
        row("99 keys at a time, one of them new before each segment") {
            filled(head + keys(99)) { "#EXT-X-KEY:METHOD=X,URI=\"\($0)\",KEYFORMAT=\"f0\"\n#EXTINF:1,\n\($0)\n" }
        },
        row("16 keys at a time, one of them new before each segment") {
            filled(head + keys(16)) { "#EXT-X-KEY:METHOD=X,URI=\"\($0)\",KEYFORMAT=\"f0\"\n#EXTINF:1,\n\($0)\n" }
        },
        row("a key of 100,000 bytes for 60,000 segments") {
            let uri = String(repeating: "k", count: 100_000)
            return filled(head + "#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\"\n#EXT-X-MAP:URI=\"\(uri)\"\n") {
                "#EXTINF:1,\n\($0 % 10)\n"
            }
        },
        row("an init section for each segment") {
            filled(head) { "#EXT-X-MAP:URI=\"init-\($0)-of-the-segment.mp4\"\n#EXTINF:1,\n\($0)\n" }
        },
        row("65,000 segments") { filled(head) { "#EXTINF:1,\n\(10_000 + $0)\n" } },
        row("segments with long names and titles") {
            filled(head) { "#EXTINF:1,Some artist - Some title no. \($0)\nhttp://127.0.0.1:9/path/segment-\($0).aac\n" }
        },
        row("segments without a tag") { filled("#EXTM3U\n") { "\($0 % 10)\n" } },
        row("date ranges with 100 attributes each") {
            let attributes = (0..<100).map { ",X-\($0)=\($0)" }.joined()
            return filled(head + "#EXTINF:1,\na\n") {
                "#EXT-X-DATERANGE:ID=\"\($0)\",START-DATE=\"2026-11-21T00:00:00Z\"\(attributes)\n"
            }
        },
        row("variables that are used again and again") {
            let value = String(repeating: "x", count: 100)
            return filled(head + "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(value)\"\n") { _ in "#EXTINF:1,{$a}\n{$a}\n" }
        },
        row("16,000 parts") {
            filled(head + "#EXT-X-PART-INF:PART-TARGET=0.5\n", count: 16_000) {
                "#EXT-X-PART:DURATION=0.5,URI=\"some-part-\($0).aac\"\n"
            }
        },
        row("one line of 4 MB") {
            head + "#EXTINF:1,\na\n#EXT-X-DATERANGE:ID=\"" + String(repeating: "x", count: 4_000_000) + "\"\n"
        },
        row("lists of one character within attributes") {
            let list = String(repeating: "a,", count: 50_000)
            return filled("#EXTM3U\n") {
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"\($0)\",CHARACTERISTICS=\"\(list)\"\n"
                    + "#EXT-X-STREAM-INF:BANDWIDTH=\($0),CODECS=\"\(list)\"\nv\($0)\n"
            }
        },
        row("1,000 variants and 4,000 renditions") {
            let name = String(repeating: "n", count: 700)
            let variants = (0..<1000).map {
                "#EXT-X-STREAM-INF:BANDWIDTH=\($0),AUDIO=\"g\($0 % 100)\",NAME=\"\(name)\"\n\(name)\($0)\n"
            }
            let renditions = (0..<4000).map {
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\($0 % 100)\",NAME=\"\(name)\($0)\"\n"
            }
            return "#EXTM3U\n" + (variants + renditions).joined()
        },
        Row(testDescription: "updates whose date ranges get other attributes each time") { load in
            let control = "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36,CAN-SKIP-DATERANGES=YES\n"
            let skip = load == 0 ? "" : "#EXT-X-SKIP:SKIPPED-SEGMENTS=4,RECENTLY-REMOVED-DATERANGES=\"\"\n"
            let segments = (load == 0 ? 0..<4 : 4..<5).map { "#EXTINF:1,\n\(load + $0)\n" }.joined()
            let attributes = (0..<100).map { ",X-\(load)-\($0)=\"some value of it\"" }.joined()
            return filled(
                head + control + "#EXT-X-MEDIA-SEQUENCE:\(load)\n" + skip + segments, bytes: 3_000_000
            ) { "#EXT-X-DATERANGE:ID=\"\($0)\"\(attributes)\n" }
        },
    ]

    private static let small = row("a small one") { head + "#EXTINF:1,\na\n" }

    /// Returns the largest amount of memory, in kilobytes, that the command needed while it read the row's playlist.
    private func peak(_ command: Command, _ row: Row) async throws -> Int {
        let home = try TemporaryDirectory()
        let loads = Mutex(0)
        let server = try LoopbackServer { connection in
            guard connection.request.path == "/radio.m3u8" else { return connection.reply(status: "404 Not Found") }
            let load = loads.withLock { count in
                defer { count += 1 }
                return count
            }
            connection.reply(headers: ["Content-Type: application/vnd.apple.mpegurl"], text: row.text(load))
        }
        defer { server.stop() }
        let url = server.url("/radio.m3u8")
        let file = home.path + "/radio.m3u8"
        let arguments: [String]
        switch command {
        case .play: arguments = ["play", "--quiet", "--output", "null", url]
        case .check:
            try Array("[{\"name\": \"Radio\", \"url\": \"\(url)\"}]".utf8).write(to: home.path + "/stations.json")
            arguments = ["check", "--library", home.path + "/stations.json", "--timeout", "4"]
        case .inspect, .json:
            try Array(row.text(0).utf8).write(to: file)
            arguments = ["inspect", file] + (command == .json ? ["--json"] : [])
        }
        // The test does not read the program's output, so the program blocks when the pipe is full, and its memory can
        // be measured.
        let child = try ChildProcess(
            BuiltProgram.longwave, arguments, environment: ["HOME": home.path], output: .piped)
        defer { child.end() }
        let begin = MonotonicInstant.now
        var peak = 0
        var grown = begin
        while child.isRunning, begin.duration(to: .now) < .seconds(60), grown.duration(to: .now) < .seconds(3) {
            let now = ProcessFacts(child.pid).peakKilobytes
            if now > peak { grown = .now }
            peak = max(peak, now)
            try await pass(.milliseconds(2))
        }
        return peak
    }

    private static let bases = Mutex<[Command: Int]>([:])

    /// Returns the memory that the command needs with a small playlist, in kilobytes. Of three runs, the largest value
    /// counts: a run that ends before it is measured gives too low a value.
    private func base(_ command: Command) async throws -> Int {
        if let known = Self.bases.withLock({ $0[command] }) { return known }
        var most = 0
        for _ in 0..<3 { most = max(most, try await peak(command, Self.small)) }
        let found = most
        Self.bases.withLock { $0[command] = found }
        return found
    }

    @Test(.disabled(if: Sanitizer.isOn, "a sanitizer takes memory of its own"), arguments: rows, Command.allCases)
    func `no playlist takes more than 32 MB`(row: Row, command: Command) async throws {
        let base = try await base(command)
        let peak = try await peak(command, row)
        Figures.note("memory of a playlist, \(command.rawValue), \(row.testDescription)", "\(peak - base) KB")
        #expect(base > 0 && peak > 0)
        #expect(peak - base < Self.limit, "\(peak) KB, \(base) KB with a small one")
    }
}
