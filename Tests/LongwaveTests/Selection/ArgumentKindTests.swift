import Testing

@testable import Longwave

@Suite struct ArgumentKindTests {
    static let rows: [(String, ArgumentKind)] = [
        ("http://radio.example:8000/stream", .url("http://radio.example:8000/stream")),
        ("HTTPS://radio.example/", .url("HTTPS://radio.example/")),
        ("icy://radio.example/", .url("icy://radio.example/")),
        ("file:///tmp/song.mp3", .url("file:///tmp/song.mp3")),
        ("file:/tmp/song.mp3", .url("file:/tmp/song.mp3")),
        ("./song", .file("./song")),
        ("/tmp/nothing here", .file("/tmp/nothing here")),
        ("./http://odd", .file("./http://odd")),
        ("music.MP3", .file("music.MP3")),
        ("missing.aac", .file("missing.aac")), ("missing.flac", .file("missing.flac")),
        ("missing.opus", .file("missing.opus")), ("missing.m4a", .file("missing.m4a")),
        ("list.m3u8", .file("list.m3u8")), ("list.xspf", .file("list.xspf")), ("list.asx", .file("list.asx")),
        ("present", .file("present")),
        ("Radio Paradise", .station("Radio Paradise")),
        // A text with a colon is a station's name, not an address, if no `//` follows the colon.
        ("BBC: Radio 4", .station("BBC: Radio 4")),
        ("fm4:live", .station("fm4:live")),
        ("101.5 FM", .station("101.5 FM")),
        (".mp3", .station(".mp3")),
        ("mp3", .station("mp3")),
        ("日本", .station("日本")),
        ("", .station("")),
    ]

    @Test(arguments: rows) func kinds(_ argument: String, _ kind: ArgumentKind) {
        #expect(ArgumentKind(argument) { $0 == "present" } == kind)
    }
}
