/// Demuxes segments of packed audio: frames of ADTS or MPEG audio after an ID3 tag with a time (RFC 8216 §3.4).
///
/// **Times** come from the tag and the frames' exact durations, in flicks on the raw 33-bit clock, as in
/// ``TransportStreamDemuxer``. The times of a segment without such a tag continue those of the previous segment. Before
/// the first such tag there are no times. Tags that contain more than a time are emitted as metadata with the time of
/// the next frame.
///
/// A frame that is incomplete at the end of a segment may continue in the next segment. If the next segment begins with
/// a new frame instead, the demuxer emits `damage`.
package struct PackedAudioDemuxer: SegmentDemuxer {
    /// The kind of frames in the segments.
    package enum Codec: Hashable, Sendable {
        case adts, mpegAudio
    }

    /// Maximum number of bytes read of an ID3 tag before the first frame; the rest of a longer tag is skipped.
    static let maximumTag = 256 << 10

    /// The part of the segment that the next byte belongs to.
    private enum State {
        /// Before the first frame of a segment, where tags may come.
        case opening
        /// Skipping the end of a tag longer than ``maximumTag``. The value is the number of bytes still to skip.
        case passing(Int)
        case frames
    }

    private var sound: ElementarySound
    private var gate = DamageGate()
    /// True once a segment with frames has ended.
    private var hasFinished = false
    private var state = State.opening
    /// An incomplete tag, or too few bytes to recognise one; at most ``maximumTag``.
    private var held: [UInt8] = []
    /// Time of the segment's first frame, from the ID3 tag before it; nil without such a tag.
    private var time: MediaTime?

    package init(_ codec: Codec) {
        switch codec {
        case .adts: sound = ElementarySound(.adts)
        case .mpegAudio: sound = ElementarySound(.mpegAudio)
        }
    }

    package var problem: SegmentProblem? {
        if gate.hasGivenPackets { return nil }
        return sound.problem ?? (hasFinished ? .damaged("no frames of sound") : nil)
    }

    /// Takes the next bytes of a segment: tags first, then frames.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void) {
        var rest = bytes
        while !rest.isEmpty {
            switch state {
            case .frames:
                sound.feed(rest) { gate.give($0, emit) }
                return
            case .passing(let count):
                let passed = min(count, rest.count)
                rest = UnsafeRawBufferPointer(rebasing: rest[passed...])
                state = passed == count ? .opening : .passing(count - passed)
            case .opening:
                let taken = min(max(wanted - held.count, 1), rest.count)
                held.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<taken]))
                rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
                if held.count >= wanted { open(emit) }
            }
        }
    }

    package mutating func finish(_ emit: (SegmentElement) -> Void) {
        if case .opening = state, !held.isEmpty { beginFrames(emit) }
        if case .frames = state { hasFinished = true }
        sound.finish { gate.give($0, emit) }
        held.removeAll(keepingCapacity: true)
        time = nil
        state = .opening
    }

    /// Number of bytes that ``held`` must have for the next decision.
    private var wanted: Int {
        guard held.count >= Id3Tag.headerLength else { return Id3Tag.headerLength }
        return tagLength.map { min($0, Self.maximumTag) } ?? Id3Tag.headerLength
    }

    private var tagLength: Int? { held.withUnsafeBytes { Id3Tag.length(of: $0) } }

    /// Decides about the bytes in ``held``: a tag, the beginning of a tag longer than ``maximumTag``, or the first
    /// frame.
    private mutating func open(_ emit: (SegmentElement) -> Void) {
        guard let length = tagLength else { return beginFrames(emit) }
        if let tag = Id3Tag(held) {
            if let ticks = tag.transportTimestamp { time = FrameClock.time(ticks: ticks) }
            if length == held.count, !tag.isTimestampOnly {
                emit(.metadata(TimedMetadata(kind: .id3, raw: held), time: time))
            }
        }
        state = length > held.count ? .passing(length - held.count) : .opening
        held.removeAll(keepingCapacity: true)
    }

    private mutating func beginFrames(_ emit: (SegmentElement) -> Void) {
        held.withUnsafeBytes { bytes in
            sound.begin(at: time, head: bytes)
            sound.feed(bytes) { gate.give($0, emit) }
        }
        held.removeAll(keepingCapacity: true)
        state = .frames
    }
}
