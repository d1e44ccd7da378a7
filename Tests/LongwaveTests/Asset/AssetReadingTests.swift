import RadioFormats
import RadioStreams
import Testing

@testable import Longwave

@Suite struct AssetReadingTests {
    private func reading(metaint: Int?, byteCount: Int? = nil) -> AssetReading {
        var reading = AssetReading(Station(name: "x", urls: []), wantsPrecision: false)
        reading.open(info(metaint, byteCount))
        return reading
    }

    private func info(_ metaint: Int?, _ byteCount: Int? = nil) -> StreamInfo {
        var info = StreamInfo(url: "http://x/", isFinite: byteCount != nil)
        info.metaint = metaint
        info.byteCount = byteCount
        info.icyHeaders = IcyHeaders([("icy-name", "One")])
        return info
    }

    private func heard(_ info: StreamInfo) -> HeardSound {
        var heard = HeardSound(url: info.url)
        heard.info = info
        return heard
    }

    /// The metadata of a station is complete when its first metadata block has arrived. If this block is empty, the
    /// number of received bytes shows that it has passed.
    @Test func theFirstBlockIsWaitedFor() {
        let heard = heard(info(8192))
        var named = reading(metaint: 8192)
        named.take(bytes: 8000)
        #expect(named.facts(heard).metadata == nil)
        #expect(named.facts(heard).keys == [.duration, .chapters, .isSeekable])
        named.take(.metadata(TimedMetadata(kind: .icy, raw: Array("StreamTitle='A - B';".utf8))))
        #expect(named.facts(heard).metadata?.map(\.text) == ["One", "B", "A"])
        var silent = reading(metaint: 8192)
        silent.take(bytes: 8192 + 4081)
        #expect(silent.facts(heard).metadata == nil)
        silent.take(bytes: 1)
        #expect(silent.facts(heard).metadata?.map(\.text) == ["One"])
    }

    @Test func whatStationsRepeatIsTakenOnceAndBounded() {
        var reading = reading(metaint: 8192)
        for number in 0..<1000 {
            for _ in 0..<2 {
                reading.take(.metadata(TimedMetadata(kind: .icy, raw: Array("StreamTitle='A\(number) - B';".utf8))))
            }
        }
        let items = reading.facts(heard(info(8192))).metadata ?? []
        #expect(items.count == AssetReading.maximumItems)
        #expect(items.prefix(5).map(\.text) == ["One", "B", "A0", "B", "A1"])
    }

    /// The response ends before anything could be decoded. Only the fact whether seeking is possible is known.
    @Test func whatEndsEarly() {
        var empty = reading(metaint: nil, byteCount: 100_000)
        empty.end(isComplete: false)
        #expect(empty.facts(heard(info(nil, 100_000))).keys == [.isSeekable])
    }
}
