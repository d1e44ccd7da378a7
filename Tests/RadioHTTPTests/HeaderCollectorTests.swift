import Testing

@testable import RadioHTTP

@Suite struct HeaderCollectorTests {
    private func collect(_ lines: [String], maximum: Int = 1000) -> (HeaderCollector, [HeaderCollector.Outcome]) {
        collect(lines.map { Array($0.utf8) }, maximum: maximum)
    }

    private func collect(_ lines: [[UInt8]], maximum: Int = 1000) -> (HeaderCollector, [HeaderCollector.Outcome]) {
        var collector = HeaderCollector(maximumBytes: maximum)
        let outcomes = lines.map { line in line.withUnsafeBytes { collector.add($0) } }
        return (collector, outcomes)
    }

    struct Line: Sendable {
        var line: [UInt8]
        var name: String
        var value: String

        init(_ line: String, _ name: String, _ value: String) {
            (self.line, self.name, self.value) = (Array(line.utf8), name, value)
        }

        init(bytes: [UInt8], _ name: String, _ value: String) { (line, self.name, self.value) = (bytes, name, value) }
    }

    @Test(arguments: [
        Line("icy-name:Radio\r\n", "icy-name", "Radio"),
        Line("icy-name: Radio: the best \r\n", "icy-name", "Radio: the best"),
        Line("icy-name:\r\n", "icy-name", ""),
        Line("icy-br:\t128\n", "icy-br", "128"),
        Line("icy-name: Радио\r\n", "icy-name", "Радио"),
        // Old SHOUTcast servers send Latin-1.
        Line(bytes: Array("icy-name: Caf".utf8) + [0xE9, 13, 10], "icy-name", "Café"),
    ])
    func headers(_ row: Line) {
        let (collector, _) = collect([Array("ICY 200 OK\r\n".utf8), row.line])
        #expect(collector.headers.map(\.name) == [row.name])
        #expect(collector.headers.map(\.value) == [row.value])
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n", 200), ("HTTP/1.0 404\r\n", 404), ("ICY 200 OK\r\n", 200), ("HTTP/2 206 \r\n", 206),
        ("HTTP/1.1  301  Moved\r\n", 301), ("HTTP/1.1 abc\r\n", 0), ("HTTP/1.1\r\n", 0),
    ])
    func statusLines(line: String, status: Int) {
        #expect(collect([line]).0.status == status)
    }

    @Test func aNewStatusLineBeginsAnew() {
        let (collector, outcomes) = collect([
            "HTTP/1.1 302 Found\r\n", "Location: /a\r\n", "\r\n", "X-Trailer: 1\r\n", "HTTP/1.1 200 OK\r\n", "A: b\r\n",
            "\r\n", "X-Trailer: 2\r\n",
        ])
        #expect(outcomes == [.more, .more, .complete, .more, .more, .more, .complete, .more])
        #expect(collector.status == 200)
        #expect(collector.headers.map(\.name) == ["A"])
        #expect(!collector.isRedirect)
    }

    @Test func redirectsNeedAPlaceToGo() {
        #expect(collect(["HTTP/1.1 302 Found\r\n", "location: /a\r\n", "\r\n"]).0.isRedirect)
        #expect(!collect(["HTTP/1.1 304 Not Modified\r\n", "\r\n"]).0.isRedirect)
        #expect(!collect(["HTTP/1.1 201 Created\r\n", "Location: /a\r\n", "\r\n"]).0.isRedirect)
    }

    @Test func foldedLines() {
        let (collector, _) = collect(["HTTP/1.1 200 OK\r\n", " lost\r\n", "A: b\r\n", "\tc\r\n", "  \r\n", " d\r\n"])
        #expect(collector.headers.map(\.value) == ["b c d"])
    }

    @Test func limits() {
        let head = "HTTP/1.1 200 OK\r\n"
        let long = String(repeating: "x", count: 100 - head.utf8.count - 2) + "\r\n"
        #expect(collect([head, long], maximum: 100).1 == [.more, .more])
        #expect(collect([head, "x" + long], maximum: 100).1 == [.more, .tooLarge])
        // A server sends interim responses without end. Each of them is shorter than the limit for a response head, and
        // all together may have four times this limit.
        let interim = Array(
            repeating: ["HTTP/1.1 103 A\r\n", "X: \(String(repeating: "x", count: 60))\r\n", "\r\n"], count: 6)
        let outcomes = collect(interim.flatMap { $0 }, maximum: 100).1
        #expect(outcomes.prefix(12).contains(.tooLarge) == false)
        #expect(outcomes.contains(.tooLarge))
        // Lines after a chunked body (trailers) count as header lines.
        let trailers = collect([head, "\r\n"] + Array(repeating: "X: 1\r\n", count: 100), maximum: 100).1
        #expect(trailers.last == .tooLarge)
    }
}
