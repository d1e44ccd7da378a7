import RadioFormats
import TestSupport
import Testing

@testable import RadioHls

/// The titles that `SegmentNotes` reads from the EXTINF tags of a playlist, segment by segment.
@Suite struct SegmentNotesTests {
    /// Returns the reported titles. A text that stands at every segment so far is in brackets.
    private func titles(_ count: Int, window: Int = 6, isEnded: Bool = false, _ title: (Int) -> String) -> [String] {
        var notes = SegmentNotes()
        var found: [String] = []
        for number in 0..<count {
            var playlist = MediaPlaylist()
            playlist.isEnded = isEnded
            playlist.segments = (isEnded ? 0..<count : number..<number + window).map {
                var segment = MediaSegment(
                    sequence: Int64($0), uri: "\($0)", duration: MediaTime(value: 10, timescale: 1))
                segment.title = title($0)
                return segment
            }
            let segment = playlist.segments[isEnded ? number : 0]
            for note in notes.notes(for: segment, in: playlist, at: MediaTime(value: Int64(number), timescale: 1)) {
                let text = String(decoding: note.metadata.raw, as: UTF8.self)
                found.append(note.metadata.isStanding ? "[\(text)]" : text)
            }
        }
        return found
    }

    @Test func titlesThatChange() {
        #expect(titles(40) { $0 < 20 ? "A - B" : "C" } == ["[A - B]", "C"])
        // The playlist names two songs from the start.
        #expect(titles(20) { $0 < 3 ? "A" : "C" } == ["A", "C"])
        #expect(titles(20) { $0 < 3 ? "" : "C" } == ["C"])
        #expect(titles(20, window: 1) { _ in "C" } == ["C"])
    }

    /// A text that stands at every segment for longer than a song lasts is no song: it ends.
    @Test func aTextThatStands() {
        #expect(titles(300) { _ in "Radio - Live" } == ["[Radio - Live]", ""])
        #expect(titles(300) { $0 < 200 ? "Radio - Live" : "A - B" } == ["[Radio - Live]", "", "A - B"])
        // The song is long, but other titles came before it.
        #expect(titles(300) { $0 < 10 ? "A - B" : "C - D" } == ["[A - B]", "C - D"])
        #expect(titles(300, isEnded: true) { _ in "DJ - Mix" } == ["[DJ - Mix]"])
    }
}
