import RadioAudio
import RadioFormats
import Testing

@testable import RadioPlayer

/// A ``StreamChanges`` reports each change of a stream that a listener would notice, once, and no other changes.
@Suite struct StreamChangesTests {
    private static let mp3 = MediaFormat(
        codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2, bitRate: 128_000)
    private static let aac = MediaFormat(codec: .aac, framing: .adts, sampleRate: 22_050, channelCount: 2)

    private static func facts(_ set: (inout StreamChanges.Facts) -> Void) -> StreamChanges.Facts {
        var facts = StreamChanges.Facts()
        set(&facts)
        return facts
    }

    @Test func theFormatIsToldWhenAnybodyWouldNotice() {
        var changes = StreamChanges()
        #expect(changes.changes(to: Self.facts { $0.format = Self.mp3 }) == [.format])
        #expect(changes.changes(to: Self.facts { $0.format = Self.mp3 }).isEmpty)
        var other = Self.mp3
        other.bitRate = 96_000
        #expect(changes.changes(to: Self.facts { $0.format = other }).isEmpty)
        #expect(changes.changes(to: Self.facts { $0.format = Self.aac }) == [.format])
        // AAC that decodes to twice its stated sample rate is HE-AAC, so the stream's format changes.
        let pcm = PCMFormat(sampleRate: 44_100, channelCount: 2)
        let decoded = Self.facts {
            $0.format = Self.aac
            $0.pcm = pcm
        }
        #expect(changes.changes(to: decoded) == [.format, .itemStatus])
        #expect(changes.status == .ready)
    }

    @Test func aVariantOfAnotherRateIsAnotherQuality() {
        var changes = StreamChanges()
        func variant(_ uri: String, _ bandwidth: Int, _ rendition: String? = nil) -> StreamChanges.Facts {
            Self.facts { $0.variant = .init(uri: uri, bandwidth: bandwidth, rendition: rendition) }
        }
        #expect(changes.changes(to: variant("high", 128_000)).isEmpty)
        #expect(changes.changes(to: variant("low", 64_000)) == [.quality(from: 128_000, to: 64_000)])
        #expect(changes.changes(to: variant("high", 128_000)) == [.quality(from: 64_000, to: 128_000)])
        // A change to a rendition in another language is no change of the quality, although its bit rate differs.
        #expect(changes.changes(to: variant("french", 96_000, "fr")).isEmpty)
        #expect(changes.changes(to: variant("mirror", 96_000, "fr")).isEmpty)
    }

    @Test func anEstimateThatMovesALittleIsNotTold() {
        var changes = StreamChanges()
        var told: [Double] = []
        for tenth in 0...40 {
            let seconds = 100 + Double(tenth) / 10
            let now = Self.facts { $0.duration = .seconds(seconds) }
            if changes.changes(to: now) == [.duration] { told.append(seconds) }
        }
        #expect(told == [100, 101, 102, 103, 104])
        #expect(changes.changes(to: Self.facts { _ in }) == [.duration])
    }

    @Test func anItemIsReadyOrHasFailed() {
        var changes = StreamChanges()
        let failure = PlaybackError.stream(.fileMissing("x"))
        #expect(changes.status == .unknown)
        #expect(changes.changes(to: Self.facts { $0.failure = failure }) == [.itemStatus])
        #expect(changes.status == .failed(failure))
        // An item that has failed is tried again. Its status stays `failed` until sound is decoded.
        #expect(changes.changes(to: Self.facts { _ in }).isEmpty)
        #expect(
            changes.changes(to: Self.facts { $0.pcm = PCMFormat(sampleRate: 48_000, channelCount: 1) }) == [.itemStatus]
        )
        #expect(changes.status == .ready)
    }
}
