import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// What is decoded where one sound ends and another begins.
struct RendererTests {
    private static let format = PCMFormat(sampleRate: 44_100, channelCount: 2)
    private static let now = MonotonicInstant(nanoseconds: 0)

    private static func append(_ packets: some Collection<[UInt8]>, to timeline: Timeline) {
        timeline.append(
            .format(MediaFormat(codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)), at: now)
        for packet in packets {
            packet.withUnsafeBytes { timeline.append(.packet(Packet(bytes: $0, sampleCount: 1152)), at: now) }
        }
    }

    /// All that there is, in small pieces. The left channel.
    private static func render(_ renderer: Renderer) -> [Float] {
        var marks = RenderMarks()
        var heard: [Float] = []
        var buffer = [Float](repeating: 0, count: 2 * 300)
        while true {
            let frames = buffer.withUnsafeMutableBufferPointer {
                renderer.render(into: $0, format: format, position: Int64(heard.count), marks: &marks)
            }
            heard += stride(from: 0, to: 2 * frames, by: 2).map { buffer[$0] }
            if frames < 300 { return heard }
        }
    }

    private static func packets() throws -> [[UInt8]] { Samples.mpegPackets(try Sample.mp3.read()) }

    /// What the packets decode to without a break.
    private static func whole(_ packets: some Collection<[UInt8]>) -> [Float] {
        let timeline = Timeline(maximumBytes: 1 << 20)
        append(packets, to: timeline)
        return render(Renderer(timeline: timeline))
    }

    @Test func twoSoundsAreBlended() throws {
        let packets = try Self.packets()
        let timeline = Timeline(maximumBytes: 1 << 20)
        Self.append(packets[..<50], to: timeline)
        timeline.append(.discontinuity, at: Self.now)
        Self.append(packets[150..<200], to: timeline)
        let heard = Self.render(Renderer(timeline: timeline))
        // The last packet of the old lies under the first of the new.
        #expect(heard.count == 99 * 1152)
        let before = Self.whole(packets[..<50])
        let after = Self.whole(packets[150..<200])
        let isBeforeSame = Array(heard[..<(49 * 1152)]) == Array(before[..<(49 * 1152)])
        let isAfterSame = Array(heard[(50 * 1152)...]) == Array(after[1152...])
        #expect(isBeforeSame && isAfterSame)
        for index in 0..<1152 {
            let share = (Float(index) + 0.5) / 1152
            let expected = before[49 * 1152 + index] * (1 - share) + after[index] * share
            #expect(abs(heard[49 * 1152 + index] - expected) < 0.0001, "\(index)")
        }
    }

    /// The output had it all when something else came: there is nothing left to blend with but its last sample.
    @Test func whatWasGivenSinksFromItsLastSample() throws {
        let packets = try Self.packets()
        let timeline = Timeline(maximumBytes: 1 << 20)
        Self.append(packets[..<50], to: timeline)
        let renderer = Renderer(timeline: timeline)
        var heard = Self.render(renderer)
        #expect(heard.count == 50 * 1152)
        timeline.append(.discontinuity, at: Self.now)
        Self.append(packets[150..<200], to: timeline)
        heard += Self.render(renderer)
        #expect(heard.count == 100 * 1152)
        let (before, after) = (Self.whole(packets[..<50]), Self.whole(packets[150..<200]))
        // The first sample is the last one again, and 30 ms later nothing is left of it.
        #expect(abs(heard[50 * 1152] - before[50 * 1152 - 1]) < 0.002)
        let fade = 44_100 * 30 / 1000
        let isSame = Array(heard[(50 * 1152 + fade)...]) == Array(after[fade...])
        #expect(isSame)
    }

    @Test func theTailIsKeptBackAndBlended() throws {
        let packets = try Self.packets()
        let timeline = Timeline(maximumBytes: 1 << 20)
        Self.append(packets[..<50], to: timeline)
        let renderer = Renderer(timeline: timeline)
        renderer.holdsTail = true
        var heard = Self.render(renderer)
        #expect(heard.count == (50 - Int(Renderer.tailPackets)) * 1152)
        #expect(!renderer.isEmpty)
        timeline.append(.discontinuity, at: Self.now)
        Self.append(packets[150..<200], to: timeline)
        renderer.holdsTail = false
        heard += Self.render(renderer)
        #expect(heard.count == 99 * 1152)
    }

    /// The connection was joined: nothing was done to the sound.
    @Test func theTailIsKeptBackAndGoesOn() throws {
        let packets = try Self.packets()
        let timeline = Timeline(maximumBytes: 1 << 20)
        Self.append(packets[..<50], to: timeline)
        let renderer = Renderer(timeline: timeline)
        renderer.holdsTail = true
        var heard = Self.render(renderer)
        Self.append(packets[50..<100], to: timeline)
        renderer.holdsTail = false
        heard += Self.render(renderer)
        let isSame = heard == Self.whole(packets[..<100])
        #expect(isSame)
    }

    /// Nothing came: it sinks to nothing, and what comes later rises, whatever that is.
    @Test func theTailSinksIntoSilence() throws {
        let packets = try Self.packets()
        let timeline = Timeline(maximumBytes: 1 << 20)
        Self.append(packets[..<50], to: timeline)
        let renderer = Renderer(timeline: timeline)
        renderer.holdsTail = true
        var heard = Self.render(renderer)
        renderer.giveTail()
        heard += Self.render(renderer)
        #expect(heard.count == 50 * 1152)
        let usual = Self.whole(packets[..<100])
        #expect(Array(heard[..<(48 * 1152)]) == Array(usual[..<(48 * 1152)]))
        #expect(abs(heard[50 * 1152 - 1]) < 0.001)
        #expect(renderer.isEmpty)
        Self.append(packets[50..<100], to: timeline)
        let again = Self.render(renderer)
        #expect(abs(again[0]) < 0.001)
        let fade = 44_100 * 30 / 1000
        let isSame = Array(again[fade...]) == Array(usual[(50 * 1152 + fade)...])
        #expect(isSame)
    }
}
