import RadioFormats
import RadioText
import TestSupport
import Testing

/// Titles that were recorded from real stations, and what they must mean.
@Suite(.enabled(if: Corpus.isPresent)) struct CapturedTitleTests {
    static func tracks(_ file: String, metaint: Int) throws -> [TrackInfo] {
        let bytes = try Corpus.read("icy/" + file)
        var splitter = IcySplitter(metaint: metaint)
        var tracks: [TrackInfo] = []
        bytes.withUnsafeBytes { bytes in
            splitter.feed(bytes) { event in
                if case .metadata(let block) = event {
                    tracks.append(TitleReader.read(TimedMetadata(kind: .icy, raw: Array(block))))
                }
            }
        }
        return tracks
    }

    @Test(
        arguments: [
            (
                "4EverFloyd-1-8192.mp3", 8192, "Shine on You Crazy Diamond, Pts. 1-5",
                "Shine on You Crazy Diamond, Pts. 1-5", "http://www.4EverFloyd.com"
            ),
            ("4EverFloyd-2-8192.mp3", 8192, "Mother", "Mother", "http://www.4EverFloyd.com"),
            ("KFRC-1-16000.mp3", 16000, "Kansas", "Dust in the Wind", nil),
            ("KFRC-2-16000.mp3", 16000, "Sly & the Family Stone", "Everyday People", nil),
            ("TheComedyChannel-1-16000.mp3", 16000, "Dane Cook", "Heist / Monkey", nil),
        ] as [(String, Int, String, String, String?)])
    func areRead(_ file: String, _ metaint: Int, _ artist: String, _ title: String, _ link: String?) throws {
        let tracks = try Self.tracks(file, metaint: metaint)
        #expect(!tracks.isEmpty)
        for track in tracks {
            #expect(track.kind == .song)
            #expect(track.artist == artist && track.title == title && track.linkURL == link)
        }
    }
}
