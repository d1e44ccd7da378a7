import RadioFormats
import RadioLoop
import RadioStreams
import Testing

@testable import RadioWeb

@Suite struct SoundFeedTests {
    /// A timeline with frames of MP3, each with its own last byte.
    private static func add(_ count: Int, to timeline: Timeline, codec: AudioCodec = .mpegLayer3) {
        let format = MediaFormat(codec: codec, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)
        timeline.append(.format(format), at: MonotonicInstant(nanoseconds: 1))
        for _ in 0..<count {
            var frame: [UInt8] = [0xFF, codec == .mpegLayer3 ? 0xFB : 0xFD, 0x90, 0x00]
            frame += [UInt8](repeating: UInt8(truncatingIfNeeded: timeline.end), count: 413)
            frame.withUnsafeBytes {
                timeline.append(.packet(Packet(bytes: $0, sampleCount: 1152)), at: MonotonicInstant(nanoseconds: 1))
            }
        }
    }

    private static func read(_ source: any HTTPSource, _ size: Int = 1000) -> [UInt8]? {
        [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = source.read(into: UnsafeMutableRawBufferPointer(buffer)) ?? 0
        }
    }

    private static func all(of source: any HTTPSource) -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = read(source), !more.isEmpty { bytes += more }
        return bytes
    }

    @Test func eachListenerGetsWhatComesFromNowOn() throws {
        let (feed, timeline) = (SoundFeed(), Timeline(maximumBytes: 4 << 20))
        #expect(feed.source(wantsTitles: false) == nil)
        Self.add(2, to: timeline)
        feed.take(timeline, title: "")
        let first = try #require(feed.source(wantsTitles: false))
        #expect(Self.all(of: first).count == 2 * 417)
        var calls = 0
        first.onMore = { calls += 1 }
        Self.add(1, to: timeline)
        feed.take(timeline, title: "")
        #expect(calls == 1 && Self.all(of: first).last == 2)
        let second = try #require(feed.source(wantsTitles: false))
        #expect(Self.all(of: second).count == 3 * 417)
        feed.take(timeline, title: "")
        #expect(calls == 1 && feed.listenerCount == 2)
    }

    /// A listener that does not read loses sound, and costs no memory for it.
    @Test func aSlowListener() throws {
        let (feed, timeline) = (SoundFeed(), Timeline(maximumBytes: 4 << 20))
        Self.add(1, to: timeline)
        feed.take(timeline, title: "")
        let source = try #require(feed.source(wantsTitles: false))
        for _ in 0..<6000 {
            Self.add(1, to: timeline)
            feed.take(timeline, title: "")
        }
        let bytes = Self.all(of: source)
        #expect(bytes.count <= SoundFeed.kept && bytes.count > SoundFeed.kept - 417)
        #expect(bytes.count % 417 == 0 && bytes.last == UInt8(truncatingIfNeeded: timeline.end - 1))
        // A new listener begins with the newest sound.
        let new = try #require(feed.source(wantsTitles: false))
        #expect((SoundFeed.burst..<SoundFeed.burst + 417).contains(Self.all(of: new).count))
    }

    @Test func titlesBetweenTheSound() throws {
        let (feed, timeline) = (SoundFeed(), Timeline(maximumBytes: 4 << 20))
        Self.add(100, to: timeline)
        feed.take(timeline, title: "A - B")
        let source = try #require(feed.source(wantsTitles: true))
        let bytes = Self.all(of: source)
        let block = SoundFeed.metadata("A - B")
        #expect(Array(bytes[16_000..<16_000 + block.count]) == block)
        // The title comes once.
        #expect(bytes[32_000 + block.count] == 0)
        #expect(bytes.count == 100 * 417 + block.count + 1)
    }

    /// Who listens must connect again when the sound changes its format.
    @Test func anotherFormat() throws {
        let (feed, timeline) = (SoundFeed(), Timeline(maximumBytes: 4 << 20))
        Self.add(2, to: timeline)
        feed.take(timeline, title: "")
        let source = try #require(feed.source(wantsTitles: false))
        Self.add(1, to: timeline, codec: .mpegLayer2)
        feed.take(timeline, title: "")
        var buffer = [UInt8](repeating: 0, count: 1000)
        #expect(buffer.withUnsafeMutableBytes { source.read(into: $0) } == nil)
        let new = try #require(feed.source(wantsTitles: false))
        #expect(Self.all(of: new).count == 417)
    }

    /// Another station's sound follows, if it has the same format.
    @Test func anotherStation() throws {
        let (feed, first, second) = (SoundFeed(), Timeline(maximumBytes: 1 << 20), Timeline(maximumBytes: 1 << 20))
        Self.add(2, to: first)
        feed.take(first, title: "")
        let source = try #require(feed.source(wantsTitles: false))
        Self.add(3, to: second)
        feed.take(second, title: "")
        #expect(Self.all(of: source).count == 5 * 417)
    }
}
