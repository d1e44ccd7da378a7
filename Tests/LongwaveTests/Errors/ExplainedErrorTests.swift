import RadioAudio
import RadioFormats
import RadioPlayer
import RadioStations
import RadioStorage
import RadioStreams
import Testing

@testable import Longwave

/// Each error has a name, a sentence, and possibly a remedy. When the error is printed, the sentence and the remedy
/// appear.
@Suite struct ExplainedErrorTests {
    static let rows: [(any ExplainedError, String, String)] = [
        (
            StreamError.hostUnknown("a.invalid"), "hostUnknown",
            "Host not found: a.invalid. Check the address and the network connection."
        ),
        (
            PlaybackError.givenUp(last: .noNetwork("")), "givenUp",
            "Gave up after several attempts. Last error: There is no network connection. "
                + "Connect the computer to a network."
        ),
        (
            AudioOutputError.noServer(""), "noServer",
            "Sound server not found. Start PulseAudio, or PipeWire with pipewire-pulse."
        ),
        (PlaybackError.output(.fileExists("x")), "outputFileExists", "x already exists; --overwrite replaces it."),
        (SeekError.noDate, "noDate", "The station does not send the time of its sound."),
        (
            SeekError.outOfRange(MediaTimeRange(start: .zero, end: MediaTime(seconds: 2))), "outOfRange",
            "The position must be between 0.0 and 2.0 seconds."
        ),
        (RadioError.shutDown, "shutDown", "The radio was shut down."),
        (
            RadioError.noStation(
                "fib", lists: ["a", "b", "c", "d", "e", "f"], suggestions: [Station(name: "FIP", urls: [], id: "fip")]),
            "noStation",
            "No station matches \"fib\". Searched lists: a, b, c, d, e and 1 more. Did you mean: FIP (fip)"
        ),
        (
            RadioError.noPlaylist("x", known: ["Jazz"]), "noPlaylist",
            "Playlist \"x\" not found. Existing playlists: Jazz"
        ),
        (RadioError.list(.notAList("x.m3u")), "notAList", "x.m3u is not a list of stations in a known format."),
        (
            RadioError.playback(.stream(.timedOut(""))), "timedOut",
            "The server took too long. Try again later."
        ),
        (
            RadioError.metadataTooLarge("key"), "metadataTooLarge",
            "The station's metadata \"key\" is too large. "
                + "A station can have 64 keys. A key can have 128 bytes, and a value 4096 bytes."
        ),
        (
            RadioError.listener(.busy("locked")), "listener",
            "Your favourites, ratings and playlists cannot be used: locked. Stop the other program, or try again later."
        ),
    ]

    @Test(arguments: rows.indices) func printingSaysWhatHelps(_ row: Int) {
        let (error, code, text) = Self.rows[row]
        #expect(error.code == code)
        #expect("\(error)".split(whereSeparator: \.isWhitespace).joined(separator: " ") == text)
    }

    /// An error quotes text from a server. The control characters are removed from it.
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
