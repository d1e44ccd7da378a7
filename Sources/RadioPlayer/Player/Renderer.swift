import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams

/// Decodes on demand: takes packets at the timeline's *written* cursor and gives their sound, in order, each once.
package final class Renderer {
    /// Packets fed before the first one that sounds after a jump: MP3's bit reservoir and AAC's overlap reach so far back.
    static let prerollPackets: Int64 = 10
    /// Packets that ``holdsTail`` keeps back.
    static let tailPackets: Int64 = 2
    /// How long two sounds are blended that do not continue each other.
    static let fadeDuration = Duration.milliseconds(30)
    /// How long the old sound sinks, and then the new one rises, where every frame has its place.
    static let jointDuration = Duration.milliseconds(5)
    /// Packets in a row that fail before the stream is called undecodable.
    static let maximumDamaged = 200

    private var timeline: Timeline
    /// False where nobody hears the sound: it only takes its time.
    private let decodes: Bool
    private var decoder: (any AudioDecoder)?
    private var decoderFormat: MediaFormat?
    /// Decoded and not given yet: borrowed from the decoder, which is not called before it is used up.
    private var pending: UnsafeBufferPointer<Float>?
    private var pendingMark = RenderMarks.Mark(frame: 0, packet: 0, time: 0)
    private var pendingIsNew = false
    /// All frames of the packet that is pending.
    private var packetFrames = 0
    /// Frames that are filled in before ``pending``.
    private var pendingFill = 0
    private var isDecoderNew = false
    private var damagedInARow = 0
    /// Packets before this one prime the decoder and are not given.
    private var firstSounding: Int64 = 0
    /// Of that packet so much is not given, in flicks.
    private var firstOffset: Int64 = 0
    private var crossFade = CrossFade()
    /// The packet whose end sinks to nothing; nothing follows it for now.
    private var lastBeforeSilence: Int64 = -1

    /// What does not continue follows at its exact place: the old sinks before it, and nothing lies over each other. For streams whose
    /// time stamps say where each packet belongs.
    var joinsExactly = false {
        didSet { crossFade.curve = joinsExactly ? .cosine : .straight }
    }

    /// Keeps the newest packets back: what comes next may not continue them and is blended into their end.
    var holdsTail = false

    /// What the next sound is; nil before any was decoded.
    package private(set) var format: PCMFormat?
    /// What was decoded last has parametric stereo (HE-AAC v2).
    private(set) var isParametricStereo = false
    /// Nothing of the stream will ever decode.
    package private(set) var failure: String?

    package init(timeline: Timeline, decodes: Bool = true) {
        self.timeline = timeline
        self.decodes = decodes
    }

    /// Decodes until sound is at hand. False when there is none yet.
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

    /// The next packet is read from another timeline, with the same numbers and times.
    func goOn(in other: Timeline) {
        (other.written, other.wanted) = (timeline.written, timeline.wanted)
        timeline = other
    }

    /// Everything held was given.
    var isEmpty: Bool { pending == nil && timeline.written >= timeline.end }

    private func decode(_ packet: Timeline.HeldPacket, number: Int64) {
        if decoderFormat?.decodesLike(packet.format) != true {
            do throws(DecoderError) {
                decoder =
                    try decodes ? AudioDecoders.make(for: packet.format) : AudioDecoders.makeSilent(for: packet.format)
                decoderFormat = packet.format
                // A link of a chain follows the one before without a seam.
                isDecoderNew = packet.isDiscontinuous || !packet.startsAnew
                if joinsExactly, format != nil { decoder?.giveFirst() }
            } catch {
                fail(error)
                return
            }
        } else if packet.isDiscontinuous {
            decoder?.reset()
            if !blends(into: packet) { crossFade.begin() }
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
            pending = UnsafeBufferPointer(rebasing: audio.samples[first..<given])
            packetFrames = heard - kept - skipped
            pendingFill = packet.lead < 0 ? frames(of: -packet.lead, in: packet, audio.format) : 0
            let start = packet.start + MediaTime(samples: Int64(into), rate: audio.format.sampleRate).flicks
            pendingMark = RenderMarks.Mark(frame: 0, packet: number, time: start)
            pendingIsNew = true
        } catch {
            fail(error)
        }
    }

    /// Frames of a packet that lie before the moment that a jump went to.
    private func framesBefore(_ number: Int64, _ format: PCMFormat) -> Int {
        guard number == firstSounding, firstOffset > 0 else { return 0 }
        return Int((MediaTime(flicks: firstOffset).seconds * Double(format.sampleRate)).rounded())
    }

    /// Another decoder begins in the middle: its sound rises while the last sample of the old one sinks.
    private func beginAnew(_ new: PCMFormat) {
        isDecoderNew = false
        if format == new {
            crossFade.begin()
        } else if format != nil, joinsExactly {
            // In an output of its own.
            fallSilent()
        }
    }

    /// Frames of a packet that are not heard: all of them if it only primes the decoder.
    private func skippedFrames(of packet: Timeline.HeldPacket, _ audio: DecodedAudio) -> Int {
        packet.sampleCount == 0 ? audio.frameCount : max(0, frames(of: packet.lead, in: packet, audio.format))
    }

    /// Samples of a packet as frames that it decodes to: spectral band replication doubles their rate.
    private func frames(of samples: Int, in packet: Timeline.HeldPacket, _ format: PCMFormat) -> Int {
        samples == 0 ? 0 : samples * format.sampleRate / max(packet.format.sampleRate, 1)
    }

    /// The decoder lays the end of what was under the beginning of what comes, where that is heard, and nothing more is to be done.
    private func blends(into next: Timeline.HeldPacket) -> Bool {
        joinsExactly && decoder?.blendsJoints == true && next.sampleCount > 0 && next.lead <= 0
    }

    /// Whether a packet is the last before something that does not continue it, and sinks at its end.
    private func endsAtJoint(_ packet: Timeline.HeldPacket, number: Int64) -> Bool {
        guard let next = timeline.packet(number + 1) else { return false }
        return !next.format.decodesLike(packet.format) || next.isDiscontinuous && !blends(into: next)
    }

    /// Whether a packet is the last before something else, which it will be blended with.
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

    /// Fills `buffer` with sound of `format` and returns the frames written: fewer than fit when no more is held or the
    /// sound's format changes. Marks are set from frame `position` on.
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

    private func fade(_ given: UnsafeMutableBufferPointer<Float>, left: Int, _ format: PCMFormat) {
        let (channels, length) = (format.channelCount, fadeFrames(format))
        crossFade.apply(to: given, channels: channels, usual: length)
        guard pendingMark.packet == lastBeforeSilence else { return }
        // Within that packet: what came before it is given already.
        crossFade.fadeOut(given, channels: channels, followedBy: left / channels, length: min(length, packetFrames))
        if left == 0 { fallSilent() }
    }

    /// Nothing comes in time: the tail is given, and sinks to nothing at its end.
    func giveTail() {
        holdsTail = false
        if !isEmpty { lastBeforeSilence = timeline.end - 1 }
    }

    /// The sound given before is over, and what comes next rises out of silence.
    func fallSilent() {
        lastBeforeSilence = -1
        crossFade.fallSilent()
    }

    /// Another connection may bring what decodes.
    func forgetFailure() {
        failure = nil
        damagedInARow = 0
    }

    /// Goes on with another packet. What is pending is forgotten.
    /// - Parameter offset: how much of it is not given, in flicks.
    func jump(to number: Int64, offset: Int64 = 0) {
        pending = nil
        pendingFill = 0
        decoder?.reset()
        crossFade = CrossFade(crossFade.curve)
        lastBeforeSilence = -1
        firstSounding = number
        firstOffset = offset
        timeline.written = max(timeline.start, number - Self.prerollPackets)
    }

    /// A new item begins.
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

    /// Frames decoded and not given.
    var pendingFrames: Int { pendingFill + (pending?.count ?? 0) / max(format?.channelCount ?? 1, 1) }
}
