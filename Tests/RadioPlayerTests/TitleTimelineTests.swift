import RadioFormats
import RadioLoop
import RadioStreams
import RadioText
import Testing

@testable import RadioPlayer

/// Titles that are received, and heard later.
@Suite struct TitleTimelineTests {
    private static func metadata(_ title: [UInt8]) -> TimedMetadata {
        TimedMetadata(kind: .icy, raw: Array("StreamTitle='".utf8) + title + Array("';".utf8))
    }

    private static func hear(_ metadata: TimedMetadata, _ titles: inout TitleTimeline) -> Bool {
        let timeline = Timeline(maximumBytes: 1 << 16)
        timeline.append(.metadata(metadata), at: MonotonicInstant(nanoseconds: 0))
        return timeline.takeMetadata(upTo: 0).contains {
            titles.heard($0, at: MonotonicInstant(nanoseconds: 1), position: .zero)
        }
    }

    @Test func aTitleCountsOnceForItsCharset() {
        var titles = TitleTimeline()
        let metadata = Self.metadata(Array("Björk - Jóga".utf8))
        #expect(titles.read(metadata).title == "Jóga")
        #expect(Self.hear(metadata, &titles))
        #expect(titles.current?.track.title == "Jóga")
        #expect(titles.evidence.utf8Count == 1)
        #expect(!Self.hear(metadata, &titles))
    }

    /// What is learned while titles wait for their sound holds for them.
    @Test func whatWasLearnedMeanwhileHolds() throws {
        var titles = TitleTimeline()
        let cyrillic = try ["Кино - Группа крови", "Алиса - Красное на чёрном", "ДДТ - Что такое осень"].map {
            Self.metadata(try #require(Charset("windows-1251")?.encode($0)))
        }
        let first = titles.read(cyrillic[0])
        for metadata in cyrillic.dropFirst() { _ = titles.read(metadata) }
        #expect(Self.hear(cyrillic[0], &titles))
        #expect(titles.current?.track.title == "Группа крови", "\(first)")
    }
}
