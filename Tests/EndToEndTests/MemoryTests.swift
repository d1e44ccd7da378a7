import Glibc
import RadioLoop
import TestSupport
import Testing

/// The program's memory stays below a limit, whatever a server sends.
@Suite struct MemoryTests {
    /// The path of the built program, which is in the folder of the test bundle.
    private static let program: String? = {
        guard let found = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(found) }
        // `swift test` may run the test bundle inside a helper program of the toolchain. Then the bundle's path is not
        // that of the process, but one of its arguments.
        for candidate in [String(cString: found)] + CommandLine.arguments {
            guard let slash = candidate.lastIndex(of: "/") else { continue }
            let program = candidate[..<slash] + "/longwave"
            if access(String(program), X_OK) == 0 { return String(program) }
        }
        return nil
    }()

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The path that the program must request before the five seconds of measuring begin, or nil if any request is
        /// enough.
        var reaches: String?
        /// The maximum of resident memory in kilobytes. An unoptimised program alone takes up to 40 MB.
        var limit = 80_000
        var script: LoopbackServer.Script
    }

    static let rows = [
        Row(testDescription: "header lines without end") { $0.sendHeaders(totalling: 100_000_000) },
        Row(testDescription: "garbage without end") {
            $0.begin()
            $0.sendEndlessly(BadAnswersTests.noise(65_536))
        },
        Row(testDescription: "a list without end") {
            $0.begin(headers: ["Content-Type: audio/x-mpegurl"])
            $0.send("#EXTM3U\n")
            $0.sendEndlessly(Array(String(repeating: "http://127.0.0.1:9/radio\n", count: 2000).utf8))
        },
        Row(testDescription: "sound faster than it is heard") {
            $0.begin()
            $0.sendEndlessly((try? Sample.mp3.read()) ?? [])
        },
        Row(testDescription: "metadata of the largest kind after every byte") {
            $0.begin(headers: ["Content-Type: audio/mpeg", "icy-metaint: 1"])
            let title = "StreamTitle='" + String(repeating: "x", count: 4000) + "';"
            let block = [UInt8(255)] + Array(title.utf8) + [UInt8](repeating: 0, count: 4080 - title.utf8.count)
            for byte in (try? Sample.mp3.read()) ?? [] { guard $0.send([byte] + block) else { return } }
        },
    ]

    @Test(.disabled(if: Sanitizer.isOn, "a sanitizer takes memory of its own"), arguments: rows + hlsRows)
    func memoryStaysBounded(_ row: Row) async throws {
        let program = try #require(Self.program)
        let server = try LoopbackServer(script: row.script)
        defer { server.stop() }
        let home = try TemporaryDirectory()
        let child = try ChildProcess(
            program, ["play", "--quiet", "--output", "null", server.url("/radio")], environment: ["HOME": home.path])
        defer { child.end() }
        let begin = MonotonicInstant.now
        var peak = 0
        // On the loopback interface, a client that reads everything gets gigabytes in five seconds. In some rows the
        // program ends earlier.
        func isReached() -> Bool { server.requests.contains { $0.path == row.reaches ?? $0.path } }
        while child.isRunning, begin.duration(to: .now) < (isReached() ? .seconds(5) : .seconds(60)) {
            peak = max(peak, ProcessFacts(child.pid).peakKilobytes)
            try await pass(.milliseconds(20))
        }
        #expect(isReached(), "\(server.requests.map(\.path))")
        Figures.note("peak of resident memory, \(row.testDescription)", "\(peak) KB")
        #expect(peak > 0)
        #expect(peak < row.limit, "\(peak) KB")
    }
}
