import RadioAudio
import RadioFormats
import RadioPlayer
import RadioStations
import RadioStorage
import RadioStreams
import Testing

@testable import Longwave

/// Each error has a name, a sentence and, where there is one, a remedy; printing it prints them.
@Suite struct ExplainedErrorTests {
    static let rows: [(any ExplainedError, String, String)] = [
        (
            StreamError.hostUnknown("a.invalid"), "hostUnknown",
            "The host is unknown: a.invalid. Check the address, and whether the network works."
        ),
        (
            PlaybackError.givenUp(last: .noNetwork("")), "givenUp",
            "Given up after trying again and again; the last reason: There is no network connection. "
                + "Connect the machine to a network."
        ),
        (
            AudioOutputError.noServer(""), "noServer",
            "No sound server answers. Start PulseAudio, or PipeWire with its PulseAudio server."
        ),
        (PlaybackError.output(.fileExists("x")), "outputFileExists", "x exists already; --overwrite replaces it."),
        (SeekError.noDate, "noDate", "The station does not say when its sound was recorded."),
        (
            SeekError.outOfRange(MediaTimeRange(start: .zero, end: MediaTime(seconds: 2))), "outOfRange",
            "Only what lies between 0.0 and 2.0 seconds can be gone to."
        ),
        (RadioError.shutDown, "shutDown", "The radio was shut down."),
        (
            RadioError.noStation(
                "fib", lists: ["a", "b", "c", "d", "e", "f"], suggestions: [Station(name: "FIP", urls: [], id: "fip")]),
            "noStation",
            "There is no station \"fib\" in any of your lists: a, b, c, d, e and 1 more. Perhaps you meant: FIP (fip)"
        ),
        (
            RadioError.noPlaylist("x", known: ["Jazz"]), "noPlaylist",
            "There is no playlist \"x\". There are: Jazz"
        ),
        (RadioError.list(.notAList("x.m3u")), "notAList", "x.m3u is no list of stations in a format that is known."),
        (
            RadioError.playback(.stream(.timedOut(""))), "timedOut",
            "The server took too long. The station may be back later."
        ),
        (
            RadioError.metadataTooLarge("key"), "metadataTooLarge",
            "There is no room for \"key\" of the station. "
                + "A station has 64 keys at most, of 128 bytes each, with values of 4096 bytes."
        ),
        (
            RadioError.listener(.busy("locked")), "listener",
            "The listener's file cannot be read: locked. End the other program, or try again later."
        ),
    ]

    @Test(arguments: rows.indices) func printingSaysWhatHelps(_ row: Int) {
        let (error, code, text) = Self.rows[row]
        #expect(error.code == code)
        #expect("\(error)".split(whereSeparator: \.isWhitespace).joined(separator: " ") == text)
    }

    /// A server's answer rides in the sentence.
    @Test func nothingOfStrangersControlsATerminal() {
        let error = PlaybackError.stream(.notSound("a \u{1B}[2Jpage\u{7}"))
        #expect(!"\(error)".unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test func stationsOfOneNameHaveTheirNumbers() {
        let one = Station(name: "One", urls: ["http://a/"])
        let library = StationLibrary(stations: [one, Station(name: "Two", urls: ["http://b/"]), one], source: "list")
        let error = RadioError.ambiguous("o", [one, one], in: library)
        #expect(error == .ambiguous("o", stations: [one, one], numbers: [1, 3]))
        #expect(error.hints.map { $0.trimmingPrefix(" ") }.prefix(2) == ["1    One", "3    One"])
    }
}
