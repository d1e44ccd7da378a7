import Testing

@testable import RadioWeb

@Suite struct MPDRequestTests {
    private static func read(_ line: String) -> Result<MPDRequest, MPDError> {
        Result { () throws(MPDError) in try MPDRequest(Array(line.utf8)) }
    }

    @Test(arguments: [
        ("status", ["status"]), ("play 3 ", ["play", "3"]), ("add \"http://a/b c\"", ["add", "http://a/b c"]),
        ("find \"(Name == \\\"a\\\\\\\\b\\\")\"", ["find", "(Name == \"a\\\\b\")"]),
        ("search any \"\"", ["search", "any", ""]),
        ("add\t x", ["add", "x"]),
    ]) func lines(_ line: String, _ words: [String]) throws {
        let request = try Self.read(line).get()
        #expect([request.name] + request.arguments == words)
    }

    /// The words are those of MPD 0.23.12 for the same lines.
    @Test(arguments: [
        ("", "No command given"), ("play \"1", "Missing closing '\"'"), ("play \"", "Missing closing '\"'"),
        ("play \"1\\", "Missing closing '\"'"), ("play \"1\"x", "Space expected after closing '\"'"),
        ("play a'b", "Invalid unquoted character"), ("pla.y", "Invalid word character"),
    ]) func refusals(_ line: String, _ message: String) {
        #expect(Self.read(line) == .failure(MPDError(.unknown, message)))
    }

    @Test func tooManyArguments() {
        #expect(throws: MPDError.self) {
            try Self.read("add " + Array(repeating: "x", count: 81).joined(separator: " ")).get()
        }
    }

    /// A web page can make a browser send a request to any port.
    @Test func linesOfABrowserAreNoLines() {
        #expect(!MPDRequest.isPossible(Array("GET / HTTP/1.1".utf8)))
        #expect(!MPDRequest.isPossible(Array("\"".utf8)))
        #expect(MPDRequest.isPossible(Array("status".utf8)))
    }
}
