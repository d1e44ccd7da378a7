import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// The sound that a ``Renderer`` makes where one sound ends and another begins: at a discontinuity, a change of format,
/// or the end.
struct RendererTests {
    private static let format = PCMFormat(sampleRate: 44_100, channelCount: 2)
    private static let now = MonotonicInstant(nanoseconds: 0)

    private static let mp3 = MediaFormat(
        codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)
    private static let aac = MediaFormat(codec: .aac, framing: .adts, sampleRate: 44_100, channelCount: 2)
    /// The number of sample frames in each of the two fades at an exact joint: 5 ms.
    private static let joint = 220

    private static func append(
        _ packets: some Collection<[UInt8]>, to timeline: Timeline, _ format: MediaFormat = mp3, lead: Int = 0,
        primers: Int = 0
    ) {
        timeline.append(.format(format), at: now)
        let samples = format.codec == .aac ? 1024 : 1152
        for (number, packet) in packets.enumerated() {
            let lead = number == primers ? lead : 0
            let count = number < primers ? 0 : samples - lead
            packet.withUnsafeBytes {
                timeline.append(.packet(Packet(bytes: $0, sampleCount: count, lead: lead)), at: now)
            }
        }
    }

    /// Renders all sound in small buffers and returns the samples of the left channel.
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

    /// Returns the sound of the packets, decoded without interruption.
    private static func whole(_ packets: some Collection<[UInt8]>, _ format: MediaFormat = mp3) -> [Float] {
        let timeline = Timeline(maximumBytes: 1 << 20)
        append(packets, to: timeline, format)
        return render(Renderer(timeline: timeline))
    }

    @Test(arguments: [DriftKeeper.Correction.leaveOut, .giveTwice])
    func aQuietPacketIsLeftOutOrGivenTwice(_ correction: DriftKeeper.Correction) throws {
        let packets = try [[UInt8]](Array(repeating: Self.packets(), count: 3).joined())
        let whole = Self.whole(packets)
        let timeline = Timeline(maximumBytes: 1 << 20)
        Self.append(packets, to: timeline)
        let renderer = Renderer(timeline: timeline)
        renderer.fit.due = correction
        let fitted = Self.render(renderer)
        #expect(fitted.count == whole.count + (correction == .leaveOut ? -1152 : 1152))
        let (done, duration) = try #require(renderer.fitted)
        #expect(done == correction && abs(duration.inSeconds - 1152 / 44_100) < 1e-6 && renderer.fit.due == nil)
        // The sound is the usual one before and after the place, where it has no corner.
        let first = try #require(zip(whole, fitted).enumerated().first { $1.0 != $1.1 }).offset
        let later = first + 2 * 1152
        #expect(whole.suffix(whole.count - later - 1152).suffix(20_000) == fitted.suffix(20_000))
        func step(_ samples: [Float]) -> Float { zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0 }
        #expect(step(Array(fitted[(first - 10)..<later])) <= step(whole) * 1.1)
    }

    @Test func twoSoundsAreBlended() throws {
        let packets = try Self.packets()
        let timeline = Timeline(maximumBytes: 1 << 20)
        Self.append(packets[..<50], to: timeline)
        timeline.append(.discontinuity(isGap: true), at: Self.now)
        Self.append(packets[150..<200], to: timeline)
        let heard = Self.render(Renderer(timeline: timeline))
        // One packet less than 100 is heard: the last packet of the old sound and the first of the new sound overlap.
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

    // MARK: Exact joints

    private static func largestStep(in samples: [Float], around frame: Int) -> Float {
        var largest: Float = 0
        for index in frame - 2...frame + 2 { largest = max(largest, abs(samples[index] - samples[index - 1])) }
        return largest
    }

    /// At an exact joint, the two sounds do not overlap. The old sound fades out in its last 5 ms, and the new one
    /// fades in.
    @Test(arguments: [false, true]) func everyFrameHasItsPlace(isKnownBefore: Bool) throws {
        let packets = try Self.packets()
        let timeline = Timeline(maximumBytes: 1 << 20)
        let renderer = Renderer(timeline: timeline)
        renderer.joinsExactly = true
        var heard: [Float] = []
        Self.append(packets[..<50], to: timeline)
        if !isKnownBefore { heard = Self.render(renderer) }
        timeline.append(.discontinuity(isGap: true), at: Self.now)
        Self.append(packets[150..<200], to: timeline)
        heard += Self.render(renderer)
        try #require(heard.count == 100 * 1152)
        let (before, after) = (Self.whole(packets[..<50]), Self.whole(packets[150..<200]))
        let end = 50 * 1152 - (isKnownBefore ? Self.joint : 0)
        #expect(heard[..<end].elementsEqual(before[..<end]))
        #expect(heard[(50 * 1152 + Self.joint)...].elementsEqual(after[Self.joint...]))
        // Around the joint, two successive samples never differ by more than 0.05. The codec's highest tone causes
        // smaller steps.
        #expect(Self.largestStep(in: heard, around: 50 * 1152) < 0.05)
        if isKnownBefore { #expect(abs(heard[50 * 1152]) < 0.001) }
    }

    /// Each AAC packet fades into the next one (its window). At a discontinuity, this alone blends the old and the new
    /// sound.
    @Test func windowsBlendByThemselves() throws {
        let packets = Samples.adtsPackets(try Sample.aac.read())
        let timeline = Timeline(maximumBytes: 1 << 20)
        let renderer = Renderer(timeline: timeline)
        renderer.joinsExactly = true
        Self.append(packets[..<50], to: timeline, Self.aac)
        timeline.append(.discontinuity(isGap: true), at: Self.now)
        Self.append(packets[150..<200], to: timeline, Self.aac)
        let heard = Self.render(renderer)
        // libfaad does not return the first half of the packet with which a decoder starts.
        try #require(heard.count == 99 * 1024)
        let (before, after) = (Self.whole(packets[..<50], Self.aac), Self.whole(packets[150..<200], Self.aac))
        #expect(heard[..<(49 * 1024)].elementsEqual(before))
        // After a new start, the decoder generates other noise, so small differences are allowed.
        let differences = zip(heard[(50 * 1024)...], after).map { abs($0 - $1) }
        #expect(differences.count == after.count && differences.allSatisfy { $0 < 0.03 })
        #expect(Self.largestStep(in: heard, around: 49 * 1024) < 0.1)
    }

    /// The new sound has another codec, so another decoder starts. Every sample frame of its first packet is heard. If
    /// earlier packets prime the decoder, their sound is not heard.
    @Test(arguments: [0, 2], [0, 100, -300]) func anotherDecoderLosesNothing(primers: Int, lead: Int) throws {
        let old = try Self.packets()[..<50]
        let new = Samples.adtsPackets(try Sample.aac.read())[100..<150]
        let timeline = Timeline(maximumBytes: 1 << 20)
        let renderer = Renderer(timeline: timeline)
        renderer.joinsExactly = true
        Self.append(old, to: timeline)
        Self.append(new, to: timeline, Self.aac, lead: lead, primers: primers)
        let heard = Self.render(renderer)
        let joint = 50 * 1152
        try #require(heard.count == joint + (50 - primers) * 1024 - lead)
        #expect(heard[..<(joint - Self.joint)].elementsEqual(Self.whole(old)[..<(joint - Self.joint)]))
        // The sound equals the one that is decoded without interruption, from the first packet on if the decoder was
        // primed, and from the second packet on otherwise.
        let after = Self.whole(new, Self.aac)
        let skipped = primers == 0 ? 1024 : Self.joint + max(lead, 0)
        let place = joint - lead + skipped
        let start = max(primers - 1, 0) * 1024 + (primers == 0 ? 0 : skipped)
        #expect(heard[place...].elementsEqual(after[start...]))
        // A lead below zero is a gap between the two sounds. Silence fills the gap.
        if lead < 0 { #expect(heard[joint..<(joint - lead)].allSatisfy { $0 == 0 }) }
        #expect(timeline.range.end == MediaTime(samples: Int64(heard.count), rate: 44_100).flicks)
    }

    /// An edit list removes the last sample frames of a packet. They are decoded but not heard, and the next sound
    /// follows directly.
    @Test(arguments: [1, 400, 1000]) func anEditListEndsToTheSample(_ tail: Int) throws {
        let packets = Samples.adtsPackets(try Sample.aac.read())
        let timeline = Timeline(maximumBytes: 1 << 20)
        let renderer = Renderer(timeline: timeline)
        renderer.joinsExactly = true
        Self.append(packets[..<49], to: timeline, Self.aac)
        packets[49].withUnsafeBytes {
            timeline.append(.packet(Packet(bytes: $0, sampleCount: 1024 - tail, tail: tail)), at: Self.now)
        }
        let whole = Self.whole(packets[..<50], Self.aac)
        let heard = Self.render(renderer)
        // libfaad does not return the first half of the packet with which a decoder starts.
        #expect(heard.count == 49 * 1024 - tail)
        #expect(heard.elementsEqual(whole.dropLast(tail)))
        #expect(timeline.range.end == MediaTime(samples: Int64(50 * 1024 - tail), rate: 44_100).flicks)
    }

    /// The output already has all of the old sound when other sound arrives. The renderer repeats the last sample and
    /// fades out from it.
    @Test func whatWasGivenSinksFromItsLastSample() throws {
        let packets = try Self.packets()
        let timeline = Timeline(maximumBytes: 1 << 20)
        Self.append(packets[..<50], to: timeline)
        let renderer = Renderer(timeline: timeline)
        var heard = Self.render(renderer)
        #expect(heard.count == 50 * 1152)
        timeline.append(.discontinuity(isGap: true), at: Self.now)
        Self.append(packets[150..<200], to: timeline)
        heard += Self.render(renderer)
        #expect(heard.count == 100 * 1152)
        let (before, after) = (Self.whole(packets[..<50]), Self.whole(packets[150..<200]))
        // The first sample after the old sound repeats its last sample. 30 ms later, the new sound alone is heard.
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
        timeline.append(.discontinuity(isGap: true), at: Self.now)
        Self.append(packets[150..<200], to: timeline)
        renderer.holdsTail = false
        heard += Self.render(renderer)
        #expect(heard.count == 99 * 1152)
    }

    /// The renderer holds back the end of its sound (the tail), because a new connection's sound may follow. The sound
    /// joins, so the tail is heard unchanged.
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

    /// The renderer holds back the end of its sound (the tail), and no sound follows. The tail fades out. Sound that
    /// arrives later fades in.
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
        // The last packet is shorter than a fade, so it fades from its first sample on, without a step.
        let begin = 49 * 1152..<(49 * 1152 + 10)
        for (given, whole) in zip(heard[begin], usual[begin]) { #expect(abs(given - whole) <= abs(whole) * 0.01) }
        #expect(usual[begin].contains { abs($0) > 0.01 })
        #expect(renderer.isEmpty)
        Self.append(packets[50..<100], to: timeline)
        let again = Self.render(renderer)
        #expect(abs(again[0]) < 0.001)
        let fade = 44_100 * 30 / 1000
        let isSame = Array(again[fade...]) == Array(usual[(50 * 1152 + fade)...])
        #expect(isSame)
    }
}
