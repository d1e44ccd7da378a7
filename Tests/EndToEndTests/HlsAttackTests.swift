import Glibc
import RadioLoop
import Synchronization
import TestSupport
import Testing

/// Servers of segments that want to be asked without end, or to be listened to without end: requests, CPU and memory
/// stay bounded.
@Suite(.fewAtOnce)
struct HlsAttackTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var arguments: [String] = []
        /// What must have been asked for.
        var reaches: String
        /// Answers, by the path and how often it has been asked for anything.
        var script: @Sendable (LoopbackConnection, Int) -> Void
    }

    private static let type = ["Content-Type: application/vnd.apple.mpegurl"]

    private static func playlist(_ connection: LoopbackConnection, _ text: String) {
        connection.reply(headers: type, text: text)
    }

    /// A server without ranges, and a playlist of ranges.
    private static func rangeRow(_ description: String, _ range: String, reaches: String = "/sound") -> Row {
        Row(testDescription: description, reaches: reaches) { connection, _ in
            if connection.request.path == "/radio" {
                let segments = String(repeating: "#EXT-X-BYTERANGE:\(range)\n#EXTINF:1,\nsound\n", count: 20)
                return playlist(connection, "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(segments)")
            }
            connection.begin(headers: ["Content-Type: audio/mpeg"])
            connection.sendEndlessly([UInt8](repeating: 0, count: 65_536))
        }
    }

    static let rows = [
        Row(testDescription: "1,000 dead variants", reaches: "/v511") { connection, _ in
            guard connection.request.path == "/radio" else { return connection.reply(status: "404 Not Found") }
            playlist(
                connection,
                "#EXTM3U\n" + (0..<1000).map { "#EXT-X-STREAM-INF:BANDWIDTH=\(64_000 + $0)\nv\($0)\n" }.joined())
        },
        Row(testDescription: "parts of 1 ms", arguments: ["--low-latency"], reaches: "/p0") { connection, count in
            guard connection.request.path == "/radio" else {
                return connection.reply(headers: ["Content-Type: audio/mpeg"], body: (try? Sample.mp3.read()) ?? [])
            }
            let parts = (0...min(count, 5000)).map { "#EXT-X-PART:DURATION=0.001,INDEPENDENT=YES,URI=\"p\($0)\"\n" }
            playlist(
                connection,
                "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-PART-INF:PART-TARGET=0.2\n"
                    + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=0.6\n#EXT-X-MEDIA-SEQUENCE:7\n"
                    + parts.joined())
        },
        Row(testDescription: "segments of 1 ms", reaches: "/s") { connection, count in
            guard connection.request.path == "/radio" else {
                return connection.reply(headers: ["Content-Type: audio/mpeg"], body: (try? Sample.mp3.read()) ?? [])
            }
            playlist(
                connection,
                "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(count * 1000)\n"
                    + String(repeating: "#EXTINF:0.001,\ns\n", count: 1000))
        },
        Row(testDescription: "each request leads to another", reaches: "/v511") { connection, count in
            guard connection.request.path == "/radio" else { return connection.redirect(to: "/r\(count)") }
            playlist(
                connection,
                "#EXTM3U\n" + (0..<1000).map { "#EXT-X-STREAM-INF:BANDWIDTH=\(64_000 + $0)\nv\($0)\n" }.joined())
        },
        rangeRow("ranges at 9·10¹⁸ of a server without ranges", "1000@9000000000000000000"),
        rangeRow("ranges at 500 GB of a server without ranges", "1000@500000000000"),
        rangeRow("ranges at 20 MB of a server without ranges", "1000@20000000"),
        Row(testDescription: "a playlist of 100 MB in gzip", reaches: "/radio") { connection, _ in
            connection.reply(headers: type + ["Content-Encoding: gzip"], body: bomb)
        },
    ]

    /// 100 MB of empty lines in 100 kB.
    private static let bomb: [UInt8] = {
        guard let directory = try? TemporaryDirectory() else { return [] }
        let file = directory.path + "/bomb"
        let lines = Array(("#EXTM3U\n" + String(repeating: "\n", count: 100_000_000)).utf8)
        guard (try? lines.write(to: file)) != nil, (try? ChildProcess.run("gzip", ["-n", file])) != nil,
            let packed = fopen(file + ".gz", "r")
        else { return [] }
        defer { fclose(packed) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        return Array(bytes[..<fread(&bytes, 1, bytes.count, packed)])
    }()

    @Test(.disabled(if: Sanitizer.isOn, "a sanitizer takes memory and time of its own"), arguments: rows)
    func `requests, CPU and memory stay bounded`(row: Row) async throws {
        let times = Mutex<[MonotonicInstant]>([])
        let server = try LoopbackServer { connection in
            let count = times.withLock {
                $0.append(.now)
                return $0.count
            }
            row.script(connection, count)
        }
        defer { server.stop() }
        let home = try TemporaryDirectory()
        let child = try ChildProcess(
            BuiltProgram.longwave, ["play", "--quiet", "--output", "null"] + row.arguments + [server.url("/radio")],
            environment: ["HOME": home.path])
        defer { child.end() }
        let begin = MonotonicInstant.now
        var peak = 0
        var cpu = 0.0
        while child.isRunning, begin.duration(to: .now) < .seconds(10) {
            peak = max(peak, ProcessFacts(child.pid).peakKilobytes)
            cpu = max(cpu, ProcessFacts(child.pid).cpuSeconds)
            try await pass(.milliseconds(20))
        }
        let end = child.isRunning ? "goes on" : "exit \(child.wait())"
        let asked = times.withLock { $0 }
        // The list may be read from the queue of the server's threads: a few milliseconds more or less.
        let second = Duration.milliseconds(950)
        let most = asked.map { time in asked.count { $0 >= time && $0 < time.advanced(by: second) } }.max() ?? 0
        Figures.note(
            "attack, \(row.testDescription)",
            "\(asked.count) requests, at most \(most) a second; \(peak) KB; \(cpu) s of CPU; \(end) after "
                + "\((begin.duration(to: .now) / .milliseconds(1)).rounded() / 1000) s")
        #expect(server.requests.contains { $0.path == row.reaches }, "\(server.requests.map(\.path).prefix(9))")
        #expect(most <= 10)
        #expect(peak < 80_000)
        // A debug build beside others: the program takes half a second to start.
        #expect(cpu < 4)
    }
}
