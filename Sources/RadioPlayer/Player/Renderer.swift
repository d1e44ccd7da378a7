import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams

/// Decodes a timeline's packets on demand, in order. The timeline's property `written` is the number of the packet that
/// is decoded next.
package final class Renderer {
    /// The number of packets that are decoded, but not heard, before the first heard packet after a jump.
    ///
    /// MP3's bit reservoir and AAC's overlap reach that far back.
    static let prerollPackets: Int64 = 10
    /// The number of newest packets that are not decoded while ``holdsTail`` is true.
    static let tailPackets: Int64 = 2
    /// The length of the blend between the end of one sound and the beginning of a sound that does not continue it.
    static let fadeDuration = Duration.milliseconds(30)
    /// If ``joinsExactly`` is true: the length of the fade-out before a break in the sound, and of the fade-in after
    /// it.
    static let jointDuration = Duration.milliseconds(5)
    /// The number of packets in a row whose decoding may fail before the stream counts as undecodable.
    static let maximumDamaged = 200

    private var timeline: Timeline
    /// Whether packets are decoded. If false, the renderer returns silence of the packets' duration.
    private let decodes: Bool
    private var decoder: (any AudioDecoder)?
    private var decoderFormat: MediaFormat?
    /// Decoded sound that was not given to the output yet.
    ///
    /// The memory belongs to the decoder, which is not called again before the output has all of this sound.
    private var pending: UnsafeBufferPointer<Float>?
    private var pendingMark = RenderMarks.Mark(frame: 0, packet: 0, time: 0)
    private var pendingIsNew = false
    /// The number of sample frames of ``pending`` before any of them was given to the output.
    private var packetFrames = 0
    /// The number of sample frames that fill a gap in the sound before ``pending``.
    private var pendingFill = 0
    private var isDecoderNew = false
    private var damagedInARow = 0
    /// The number of the first packet that is heard after a jump. Packets before it only prime the decoder.
    private var firstSounding: Int64 = 0
    /// How much of the beginning of packet ``firstSounding`` is skipped after a jump, in flicks.
    private var firstOffset: Int64 = 0
    private var crossFade = CrossFade()
    /// The packet whose end fades out, because a break follows or no new packet has arrived in time; -1 if there is
    /// none.
    private var lastBeforeSilence: Int64 = -1

    /// Leaves out a packet, or gives one twice, when ``DriftKeeper`` asks for it.
    var fit = PacketFit()
    /// The sound of a packet after that of the packet that was given once more.
    private var joined = SampleBuffer()
    /// The packet that was left out or given twice last, as a correction and its playing time, until it is taken.
    var fitted: (DriftKeeper.Correction, Duration)?

    /// Whether sound after a break begins exactly at the time of its first packet.
    ///
    /// The old sound then fades out before the break, and does not overlap with the new sound. This is for streams in
    /// which each packet has a time stamp.
    var joinsExactly = false {
        didSet { crossFade.curve = joinsExactly ? .cosine : .straight }
    }

    /// Whether the newest packets are not decoded yet, because the packets that arrive next may not continue their
    /// sound.
    ///
    /// If the next packets do not continue that sound, its end is blended into the new sound.
    var holdsTail = false

    /// The format of the next sound; nil before any sound was decoded.
    package private(set) var format: PCMFormat?
    /// Whether the sound decoded last has parametric stereo (HE-AAC v2).
    private(set) var isParametricStereo = false
    /// Why the stream cannot be decoded; nil while decoding may still succeed.
    package private(set) var failure: String?

    package init(timeline: Timeline, decodes: Bool = true) {
        self.timeline = timeline
        self.decodes = decodes
    }

    /// Decodes packets until ``pending`` holds sound. Returns false if there is no sound yet.
    package func prepare() -> Bool {
        let end = timeline.end - (holdsTail ? Self.tailPackets : 0)
        while pending == nil {
            guard failure == nil, timeline.written < end, let packet = timeline.packet(timeline.written) else {
                return false
            }
            decode(packet, number: timeline.written)
            timeline.written += 1
        }
        return true
    }

    /// Continues with the next packet from another timeline, in which packets have the same numbers and times.
    func goOn(in other: Timeline) {
        (other.written, other.wanted) = (timeline.written, timeline.wanted)
        timeline = other
    }

    /// Whether the output has all sound of the timeline.
    var isEmpty: Bool { pending == nil && timeline.written >= timeline.end }

    /// Decodes a packet into ``pending``, and prepares a blend if the packet does not continue the packet before.
    private func decode(_ packet: Timeline.HeldPacket, number: Int64) {
        if decoderFormat?.decodesLike(packet.format) != true {
            do throws(DecoderError) {
                decoder =
                    try decodes ? AudioDecoders.make(for: packet.format) : AudioDecoders.makeSilent(for: packet.format)
                decoderFormat = packet.format
                // A new link of an Ogg chain continues the previous link without a seam, so its decoder needs no blend.
                isDecoderNew = packet.isDiscontinuous || !packet.startsAnew
                if joinsExactly, format != nil { decoder?.giveFirst() }
            } catch {
                fail(error)
                return
            }
        } else if packet.isDiscontinuous {
            decoder?.reset()
            // Packets before the target of a jump are not heard, and a jump goes on in the middle of a packet as before.
            if number > firstSounding || firstOffset == 0, !blends(into: packet) { crossFade.begin() }
        } else if packet.startsAnew {
            decoder?.reset()
        }
        do throws(DecoderError) {
            guard let audio = try decoder?.decode(packet.packet) else { return }
            guard audio.isPlausible else { throw DecoderError.damaged("it decodes to invalid sound") }
            damagedInARow = 0
            let into = framesBefore(number, audio.format)
            let skipped = skippedFrames(of: packet, audio) + into
            let heard = audio.frameCount - min(frames(of: packet.tail, in: packet, audio.format), audio.frameCount)
            guard heard > skipped, number >= firstSounding else { return }
            if isDecoderNew { beginAnew(audio.format) }
            format = audio.format
            isParametricStereo = audio.isParametricStereo
            if joinsExactly, endsAtJoint(packet, number: number) { lastBeforeSilence = number }
            let channels = audio.format.channelCount
            let kept = keepsEnd(of: packet, number: number) ? min(fadeFrames(audio.format), heard - skipped) : 0
            let given = (heard - kept) * channels
            if kept > 0 {
                let end = UnsafeBufferPointer(rebasing: audio.samples[given..<heard * channels])
                crossFade.keep(end, channels: channels)
                lastBeforeSilence = -1
            }
            let first = skipped * channels
            guard given > first else { return }
            var sound = UnsafeBufferPointer(rebasing: audio.samples[first..<given])
            var extra = 0
            if kept == 0, lastBeforeSilence != number {
                if leavesOut(sound, audio.format) { return }
                extra = giveAgain(before: &sound, audio.format)
            }
            pending = sound
            packetFrames = sound.count / channels
            pendingFill = packet.lead < 0 ? frames(of: -packet.lead, in: packet, audio.format) : 0
            let start = packet.start + MediaTime(samples: Int64(into - extra), rate: audio.format.sampleRate).flicks
            pendingMark = RenderMarks.Mark(frame: 0, packet: number, time: start)
            pendingIsNew = true
        } catch {
            fail(error)
        }
    }

    /// Returns whether a packet is left out because of the clocks' difference. Its sound is then blended into that of the
    /// next packet. If the packet is to be given twice, its sound is stored.
    private func leavesOut(_ sound: UnsafeBufferPointer<Float>, _ format: PCMFormat) -> Bool {
        guard fit.correction(at: sound) == .leaveOut else { return false }
        fitted = (.leaveOut, .seconds(Double(sound.count / format.channelCount) / Double(format.sampleRate)))
        crossFade.keep(sound, channels: format.channelCount)
        crossFade.begin()
        return true
    }

    /// Puts the sound of a packet that is given twice before `sound`, and returns its number of sample frames.
    private func giveAgain(before sound: inout UnsafeBufferPointer<Float>, _ format: PCMFormat) -> Int {
        let again = fit.takeAgain(before: sound, channels: format.channelCount)
        guard !again.isEmpty else { return 0 }
        let room = joined.take(again.count + sound.count)
        _ = room.update(from: again)
        _ = room[again.count...].update(from: sound)
        sound = UnsafeBufferPointer(room)
        fitted = (.giveTwice, .seconds(Double(again.count / format.channelCount) / Double(format.sampleRate)))
        return again.count / format.channelCount
    }

    /// Returns the number of a packet's sample frames before the target of a jump.
    private func framesBefore(_ number: Int64, _ format: PCMFormat) -> Int {
        guard number == firstSounding, firstOffset > 0 else { return 0 }
        return Int((MediaTime(flicks: firstOffset).seconds * Double(format.sampleRate)).rounded())
    }

    /// Begins a blend at the first sound of a new decoder: this sound fades in while the last sample frame of the old
    /// decoder's sound fades out.
    private func beginAnew(_ new: PCMFormat) {
        isDecoderNew = false
        if format == new {
            crossFade.begin()
        } else if format != nil, joinsExactly {
            // Sound of another format gets an output of its own, where it fades in from silence.
            fallSilent()
        }
    }

    /// Returns the number of a packet's sample frames that are not heard: all of them if the packet only primes the
    /// decoder.
    private func skippedFrames(of packet: Timeline.HeldPacket, _ audio: DecodedAudio) -> Int {
        packet.sampleCount == 0 ? audio.frameCount : max(0, frames(of: packet.lead, in: packet, audio.format))
    }

    /// Converts a number of a packet's samples, at the rate that its format states, to a number of decoded sample
    /// frames. The decoded rate is higher if the codec uses spectral band replication, which doubles it.
    private func frames(of samples: Int, in packet: Timeline.HeldPacket, _ format: PCMFormat) -> Int {
        samples == 0 ? 0 : samples * format.sampleRate / max(packet.format.sampleRate, 1)
    }

    /// Returns whether the decoder itself overlaps the end of the old sound with the beginning of a packet that is
    /// heard.
    ///
    /// In that case, the renderer blends nothing.
    private func blends(into next: Timeline.HeldPacket) -> Bool {
        joinsExactly && decoder?.blendsJoints == true && next.sampleCount > 0 && next.lead <= 0
    }

    /// Returns whether a packet is the last before a break in the sound at which the decoder does not blend.
    private func endsAtJoint(_ packet: Timeline.HeldPacket, number: Int64) -> Bool {
        guard let next = timeline.packet(number + 1) else { return false }
        return !next.format.decodesLike(packet.format) || next.isDiscontinuous && !blends(into: next)
    }

    /// Returns whether a packet is the last before a break, and its end will be blended with the sound after the break.
    private func keepsEnd(of packet: Timeline.HeldPacket, number: Int64) -> Bool {
        guard !joinsExactly, let next = timeline.packet(number + 1) else { return false }
        return next.isDiscontinuous && next.format.decodesLike(packet.format)
    }

    private func fadeFrames(_ format: PCMFormat) -> Int {
        let duration = joinsExactly ? Self.jointDuration : Self.fadeDuration
        return Int(duration.inSeconds * Double(format.sampleRate))
    }

    private func fail(_ error: DecoderError) {
        switch error {
        case .unsupported(let text): failure = text
        case .damaged(let text):
            damagedInARow += 1
            if damagedInARow >= Self.maximumDamaged { failure = text }
        }
    }

    /// Fills `buffer` with sound of `format`, and returns the number of sample frames written.
    ///
    /// Writes fewer sample frames than fit if no more sound has arrived or the sound's format changes. Appends to
    /// `marks` where each packet begins; the buffer's first sample frame has the index `position` in the output's
    /// sound.
    package func render(
        into buffer: UnsafeMutableBufferPointer<Float>, format: PCMFormat, position: Int64, marks: inout RenderMarks
    ) -> Int {
        let channels = format.channelCount
        var room = buffer.count / channels * channels
        var target = buffer.baseAddress!
        var frames: Int64 = 0
        while room > 0, prepare(), self.format == format, let samples = pending {
            if pendingIsNew {
                pendingMark.frame = position + frames
                marks.append(pendingMark)
                pendingIsNew = false
            }
            if pendingFill > 0 {
                let count = min(room, pendingFill * channels)
                crossFade.hold(UnsafeMutableBufferPointer(start: target, count: count), channels: channels)
                target += count
                room -= count
                frames += Int64(count / channels)
                pendingFill -= count / channels
                continue
            }
            let count = min(room, samples.count)
            target.update(from: samples.baseAddress!, count: count)
            fade(UnsafeMutableBufferPointer(start: target, count: count), left: samples.count - count, format)
            target += count
            room -= count
            frames += Int64(count / channels)
            pending = count < samples.count ? UnsafeBufferPointer(rebasing: samples[count...]) : nil
        }
        return Int(frames)
    }

    /// Applies the blend and the fade-out to samples that are about to be given to the output.
    ///
    /// - Parameter left: the number of the packet's samples, over all channels, that follow `given`.
    private func fade(_ given: UnsafeMutableBufferPointer<Float>, left: Int, _ format: PCMFormat) {
        let (channels, length) = (format.channelCount, fadeFrames(format))
        crossFade.apply(to: given, channels: channels, usual: length)
        guard pendingMark.packet == lastBeforeSilence else { return }
        // The fade-out stays within this packet, because earlier packets have already gone to the output.
        crossFade.fadeOut(given, channels: channels, followedBy: left / channels, length: min(length, packetFrames))
        if left == 0 { fallSilent() }
    }

    /// The duration of the packets that ``holdsTail`` keeps back.
    var tailDuration: Duration {
        guard let first = timeline.packet(max(timeline.end - Self.tailPackets, timeline.start)) else { return .zero }
        return MediaTime(flicks: timeline.range.end - first.start).duration
    }

    /// Lets the packets that ``holdsTail`` keeps back be decoded, and fades out their end, because no new sound has
    /// arrived in time.
    func giveTail() {
        holdsTail = false
        if !isEmpty { lastBeforeSilence = timeline.end - 1 }
    }

    /// Fades the next sound in from silence, because the output has played all sound before or has dropped it.
    func fallSilent() {
        lastBeforeSilence = -1
        crossFade.fallSilent()
    }

    /// Sets ``failure`` to nil, because another connection may deliver sound that can be decoded.
    func forgetFailure() {
        failure = nil
        damagedInARow = 0
    }

    /// Continues with packet `number`, and drops the decoded sound of ``pending``.
    ///
    /// - Parameter offset: how much of the packet's beginning is skipped, in flicks.
    func jump(to number: Int64, offset: Int64 = 0) {
        pending = nil
        pendingFill = 0
        decoder?.reset()
        crossFade = CrossFade(crossFade.curve)
        fit.forget()
        lastBeforeSilence = -1
        firstSounding = number
        firstOffset = offset
        timeline.written = max(timeline.start, number - Self.prerollPackets)
    }

    /// Begins a new item.
    func reset() {
        pending = nil
        pendingFill = 0
        decoder = nil
        decoderFormat = nil
        format = nil
        isParametricStereo = false
        failure = nil
        damagedInARow = 0
        firstSounding = timeline.written
    }

    /// The number of decoded sample frames that the output has not got yet, including those that fill a gap.
    var pendingFrames: Int { pendingFill + (pending?.count ?? 0) / max(format?.channelCount ?? 1, 1) }
}
