/// Takes segments of packed audio apart: frames of AAC in ADTS or of MPEG audio, behind an ID3 tag that says when the
/// first of them is to be heard (RFC 8216 §3.4).
///
/// **Times** are that of the tag and what follows from it by the frames' exact durations, in flicks on the raw 33-bit
/// clock, as ``TransportStreamDemuxer`` gives them. A segment without the tag goes on where the one before ended; without
/// any tag there are none. Other tags are metadata at the time
/// where they stand; those at the beginning at the first frame's. A frame that a segment leaves unfinished may go on in
/// the next one; where another begins there instead, damage is said.
package struct PackedAudioDemuxer: SegmentDemuxer {
    package enum Codec: Hashable, Sendable {
        case adts, mpegAudio
    }

    /// The longest tag before the first frame that is read; of longer ones the beginning.
    static let maximumTag = 256 << 10

    private enum State {
        /// Before the first frame of a segment: a tag may begin.
        case opening
        /// The rest of a tag that is too long to be kept.
        case passing(Int)
        case frames
    }

    private var sound: ElementarySound
    private var gate = DamageGate()
    /// A segment that is not empty was complete.
    private var hasFinished = false
    private var state = State.opening
    /// A tag that is not whole, or too few bytes to tell; at most ``maximumTag``.
    private var held: [UInt8] = []
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

    /// Bytes with which something can be decided.
    private var wanted: Int {
        guard held.count >= Id3Tag.headerLength else { return Id3Tag.headerLength }
        return tagLength.map { min($0, Self.maximumTag) } ?? Id3Tag.headerLength
    }

    private var tagLength: Int? { held.withUnsafeBytes { Id3Tag.length(of: $0) } }

    /// `held` is a tag, the beginning of a long one, or none.
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
