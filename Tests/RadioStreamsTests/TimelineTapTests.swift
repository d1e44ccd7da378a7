import RadioFormats
import RadioLoop
import Testing

@testable import RadioStreams

@Suite struct TimelineTapTests {
    private static let now = MonotonicInstant(nanoseconds: 1)

    private func timeline(maximumBytes: Int = 1 << 16) -> Timeline {
        let timeline = Timeline(maximumBytes: maximumBytes)
        let format = MediaFormat(codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 1000, channelCount: 1)
        timeline.append(.format(format), at: Self.now)
        return timeline
    }

    private func add(_ numbers: ClosedRange<UInt8>, to timeline: Timeline) {
        for number in numbers {
            [UInt8](repeating: number, count: 100).withUnsafeBytes {
                timeline.append(.packet(Packet(bytes: $0, sampleCount: 10)), at: Self.now)
            }
        }
    }

    private func read(_ tap: inout TimelineTap, _ timeline: Timeline, atMost count: Int = .max) -> [UInt8] {
        var read: [UInt8] = []
        tap.read(timeline) {
            read.append($0.bytes[0])
            return read.count < count
        }
        return read
    }

    /// A tap gets each packet exactly once, whatever other readers of the timeline do.
    @Test func packetsComeOnceAndInOrder() {
        let timeline = timeline()
        add(1...2, to: timeline)
        var tap = TimelineTap(timeline)
        #expect(read(&tap, timeline) == [1, 2])
        #expect(read(&tap, timeline) == [])
        add(3...6, to: timeline)
        timeline.written = timeline.end
        #expect(read(&tap, timeline, atMost: 1) == [3])
        #expect(read(&tap, timeline) == [4, 5, 6])
        #expect(tap.missed == 0)
    }

    /// The timeline drops packets that a tap has not read yet. The tap counts them as missed.
    @Test func whatIsDroppedIsMissed() {
        let timeline = timeline(maximumBytes: 500)
        add(1...3, to: timeline)
        var tap = TimelineTap(timeline)
        #expect(read(&tap, timeline, atMost: 1) == [1])
        add(4...12, to: timeline)
        let left = timeline.end - timeline.start
        #expect(read(&tap, timeline).count == left)
        #expect(tap.missed == 12 - 1 - left)
    }
}
