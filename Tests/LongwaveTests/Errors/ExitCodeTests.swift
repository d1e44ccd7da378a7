import RadioPlayer
import Testing

@testable import Longwave

@Suite struct ExitCodeTests {
    static let rows: [(PlaybackError, Int32, String)] = [
        (.stream(.fileMissing("song.mp3")), 66, "There is no such file: song.mp3."),
        (.stream(.fileUnreadable("song.mp3")), 66, "The file cannot be read: song.mp3."),
        (.stream(.badAddress("gopher://x")), 65, "This is no address that can be played: gopher://x."),
        (.stream(.hostUnknown("name.invalid")), 68, "The host is unknown: name.invalid."),
        (.stream(.unreachable("127.0.0.1:1")), 69, "Nobody answers there: 127.0.0.1:1."),
        (.stream(.timedOut("")), 69, "The server took too long."),
        (.stream(.insecure("certificate expired")), 76, "No secure connection could be made: certificate expired."),
        (.stream(.accessDenied(status: 401, "http://x/")), 77, "The server refuses access (401): http://x/."),
        (.stream(.accessDenied(status: 403, "")), 77, "The server refuses access (403)."),
        (.stream(.notFound(status: 404, "http://x/")), 65, "The server knows no such station (404): http://x/."),
        (
            .stream(.serverError(status: 500, "http://x/", retryAfter: nil)), 69,
            "The server answers with an error (500): http://x/."
        ),
        (.stream(.notSound("a web page")), 65, "There is no sound at this address: a web page."),
        (
            .stream(.unsupported("http://a/ is an Ogg stream")), 65,
            "This kind of sound is not supported: http://a/ is an Ogg stream."
        ),
        (
            .stream(.protocolViolation("too many redirects")), 76,
            "The server does not keep to the protocol: too many redirects."
        ),
        (.stream(.connectionLost("reset")), 69, "The connection broke: reset."),
        (.stream(.emptyPlaylist("list.m3u")), 65, "The playlist names nothing that can be played: list.m3u."),
        (.stream(.resources("no descriptors")), 69, "The system has no memory or descriptors left: no descriptors."),
        (
            .givenUp(last: .connectionLost("reset")), 69,
            "Given up after trying again and again; the last reason: The connection broke: reset."
        ),
        (
            .givenUp(last: .hostUnknown("a.invalid")), 68,
            "Given up after trying again and again; the last reason: The host is unknown: a.invalid."
        ),
        (
            .givenUp(last: .accessDenied(status: 401, "")), 69,
            "Given up after trying again and again; the last reason: The server refuses access (401)."
        ),
        (.undecodable("only noise"), 65, "Nothing of the sound could be decoded: only noise."),
        (.output(.noServer("Start PulseAudio.")), 69, "No sound server answers: Start PulseAudio."),
        (.output(.serverLost("")), 69, "The sound server went away."),
        (.output(.noDevice("hdmi")), 69, "There is no such sound device: hdmi."),
        (.output(.fileExists("x.wav")), 73, "x.wav exists already; --overwrite replaces it."),
        (.output(.file("/full/x.wav")), 73, "The output file cannot be written: /full/x.wav."),
        (.output(.refused("too many streams")), 69, "The sound server refuses: too many streams."),
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
