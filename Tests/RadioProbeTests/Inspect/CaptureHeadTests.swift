import TestSupport
import Testing

@testable import RadioProbe

@Suite struct CaptureHeadTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var input: [UInt8]
        var statusLines: [String]
        var body: [UInt8]
        var isUnfinished = false

        init(_ what: String, _ input: String, _ statusLines: [String], body: String, isUnfinished: Bool = false) {
            testDescription = what
            self.input = Array(input.utf8)
            self.statusLines = statusLines
            self.body = Array(body.utf8)
            self.isUnfinished = isUnfinished
        }
    }

    static let rows: [Row] = [
        Row("nothing", "", [], body: ""),
        Row("sound", "\u{1}\u{2}\u{3}sound", [], body: "\u{1}\u{2}\u{3}sound"),
        Row("HTTP", "HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", ["HTTP/1.1 200 OK"], body: "body"),
        // The response head of a SHOUTcast 1 server (streborn#458).
        Row("ICY", "ICY 200 OK\r\nicy-name:X\r\n\r\nbody", ["ICY 200 OK"], body: "body"),
        Row("line feeds alone", "HTTP/1.0 200 OK\nA: b\n\nbody\n\n", ["HTTP/1.0 200 OK"], body: "body\n\n"),
        Row("no headers", "ICY 200 OK\r\n\r\nbody", ["ICY 200 OK"], body: "body"),
        Row("no body", "HTTP/1.1 200 OK\r\n\r\n", ["HTTP/1.1 200 OK"], body: ""),
        // Response heads as `curl -iL` writes them: one for each response.
        Row(
            "redirects", "HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\nHTTP/1.1 200 OK\r\n\r\nbody",
            ["HTTP/1.1 302 Found", "HTTP/1.1 200 OK"], body: "body"),
        Row(
            "an interim answer", "HTTP/1.1 100 Continue\r\n\r\nICY 200 OK\r\n\r\nb",
            ["HTTP/1.1 100 Continue", "ICY 200 OK"],
            body: "b"),
        Row(
            "a redirect with a body", "HTTP/1.1 301 Moved\r\n\r\n<html>", ["HTTP/1.1 301 Moved"], body: "<html>"),
        Row(
            "a body like a head", "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", ["HTTP/1.1 200 OK"],
            body: "HTTP/1.1 200 OK\r\n\r\n"),
        Row("almost a head", "HTTPS is no status line\r\n\r\n", [], body: "HTTPS is no status line\r\n\r\n"),
        Row("a short word", "ICY", [], body: "ICY"),
        Row("no end", "HTTP/1.1 200 OK\r\nA: b", [], body: "HTTP/1.1 200 OK\r\nA: b", isUnfinished: true),
        Row(
            "too long", "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 12_000), [],
            body: "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 12_000), isUnfinished: true),
    ]

    private static func read(_ input: [UInt8], cut length: Int) -> (head: CaptureHead, body: [UInt8]) {
        var head = CaptureHead()
        var body: [UInt8] = []
        input.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: length) {
                let end = min(start + length, bytes.count)
                let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                if case .body(let held, let used) = head.feed(piece) { body += held + Array(piece[used...]) }
            }
        }
        body += head.finish()
        return (head, body)
    }

    @Test(arguments: rows) func heads(_ row: Row) {
        for length in [1, 2, 7, 1000, 1 << 20] {
            let (head, body) = Self.read(row.input, cut: length)
            #expect(head.responses.map(\.statusLine) == row.statusLines, "cut by \(length)")
            #expect(body == row.body, "cut by \(length)")
            #expect(head.isUnfinished == row.isUnfinished, "cut by \(length)")
            #expect(head.byteCount == row.input.count - row.body.count, "cut by \(length)")
        }
    }

    @Test func headers() throws {
        let text = Array("HTTP/1.1 200 OK\r\nIcy-Name : Caf".utf8) + [0xE9]
        let input = text + Array("  \r\n folded\r\nno colon\r\nicy-metaint:8192\r\nX:\r\n\r\n".utf8)
        let response = try #require(Self.read(input, cut: 3).head.responses.first)
        #expect(response.status == 200)
        #expect(response.headers.map(\.name) == ["Icy-Name", "icy-metaint", "X"])
        #expect(response["icy-name"] == "Café folded")
        #expect(response["ICY-METAINT"] == "8192")
        #expect(response["x"] == "")
        #expect(response.icy.metaint == 8192)
    }

    @Test func noMoreRedirectsThanAnyFollows() {
        let one = "HTTP/1.1 302 Found\r\n\r\n"
        let (head, body) = Self.read(Array(String(repeating: one, count: 20).utf8), cut: 5)
        #expect(head.responses.count == CaptureHead.maximumResponses)
        #expect(body == Array(String(repeating: one, count: 4).utf8))
    }
}
