import RadioPlayer
import Testing

@testable import Longwave

@Suite struct ExitCodeTests {
    static let rows: [(PlaybackError, Int32, String)] = [
        (.stream(.fileMissing("song.mp3")), 66, "File not found: song.mp3."),
        (.stream(.fileUnreadable("song.mp3")), 66, "The file cannot be read: song.mp3."),
        (.stream(.badAddress("gopher://x")), 65, "This address cannot be played: gopher://x."),
        (.stream(.hostUnknown("name.invalid")), 68, "Host not found: name.invalid."),
        (.stream(.unreachable("127.0.0.1:1")), 69, "The server does not answer: 127.0.0.1:1."),
        (.stream(.timedOut("")), 69, "The server took too long."),
        (.stream(.insecure("certificate expired")), 76, "The secure connection failed: certificate expired."),
        (.stream(.accessDenied(status: 401, "http://x/")), 77, "The server denied access (401): http://x/."),
        (.stream(.accessDenied(status: 403, "")), 77, "The server denied access (403)."),
        (.stream(.notFound(status: 404, "http://x/")), 65, "Station not found on the server (404): http://x/."),
        (
            .stream(.serverError(status: 500, "http://x/", retryAfter: nil)), 69,
            "The server returned an error (500): http://x/."
        ),
        (.stream(.notSound("a web page")), 65, "There is no sound at this address: a web page."),
        (
            .stream(.unsupported("http://a/ is an Ogg stream")), 65,
            "This audio format is not supported: http://a/ is an Ogg stream."
        ),
        (
            .stream(.protocolViolation("too many redirects")), 76,
            "The server broke the protocol: too many redirects."
        ),
        (.stream(.connectionLost("reset")), 69, "The connection was lost: reset."),
        (.stream(.emptyPlaylist("list.m3u")), 65, "The list contains nothing that can be played: list.m3u."),
        (
            .stream(.resources("no descriptors")), 69,
            "The system has no memory or file descriptors left: no descriptors."
        ),
        (
            .givenUp(last: .connectionLost("reset")), 69,
            "Gave up after several attempts. Last error: The connection was lost: reset."
        ),
        (
            .givenUp(last: .hostUnknown("a.invalid")), 68,
            "Gave up after several attempts. Last error: Host not found: a.invalid."
        ),
        (
            .givenUp(last: .accessDenied(status: 401, "")), 69,
            "Gave up after several attempts. Last error: The server denied access (401)."
        ),
        (.undecodable("only noise"), 65, "The sound cannot be decoded: only noise."),
        (.output(.noServer("Start PulseAudio.")), 69, "Sound server not found: Start PulseAudio."),
        (.output(.serverLost("")), 69, "The connection to the sound server was lost."),
        (.output(.noDevice("hdmi")), 69, "Sound device not found: hdmi."),
        (.output(.fileExists("x.wav")), 73, "x.wav already exists; --overwrite replaces it."),
        (.output(.file("/full/x.wav")), 73, "The output file cannot be written: /full/x.wav."),
        (.output(.refused("too many streams")), 69, "The sound server refused the request: too many streams."),
    ]

    @Test(arguments: rows) func codesAndSentences(_ error: PlaybackError, _ code: Int32, _ sentence: String) {
        #expect(ExitCode(error).rawValue == code)
        #expect(error.sentence == sentence)
    }

    @Test func kindsAreDistinct() {
        let kinds = Self.rows.map { $0.0.code }
        #expect(Set(kinds).count == 24)
        #expect(Self.rows.compactMap { $0.0.streamError }.allSatisfy { !$0.summary.isEmpty })
    }
}
