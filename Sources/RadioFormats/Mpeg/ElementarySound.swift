/// Cuts one sound track of a container into packets with times, whichever of three encodings the container names.
struct ElementarySound {
    enum Kind: Hashable, Sendable {
        case adts, mpegAudio, latm
    }

    let kind: Kind
    // Exactly one of these three is not nil. They are optionals, not an enum, because Swift cannot change an enum's
    // payload in place.
    private var adts: TimedFrames<FrameChain<AdtsHeader>>?
    private var mpegAudio: TimedFrames<FrameChain<MpegAudioHeader>>?
    private var latm: TimedFrames<LatmFramer>?

    init(_ kind: Kind) {
        self.kind = kind
        switch kind {
        case .adts: adts = TimedFrames(FrameChain())
        case .mpegAudio: mpegAudio = TimedFrames(FrameChain())
        case .latm: latm = TimedFrames(LatmFramer())
        }
    }

    /// Number of a packet's first bytes that ``begin(at:head:)`` needs.
    var headLength: Int {
        switch kind {
        case .adts: FrameChain<AdtsHeader>.headLength
        case .mpegAudio: FrameChain<MpegAudioHeader>.headLength
        case .latm: LatmFramer.headLength
        }
    }

    var problem: SegmentProblem? { adts?.problem ?? mpegAudio?.problem ?? latm?.problem }

    var isInsideFrame: Bool { (adts?.isInsideFrame ?? mpegAudio?.isInsideFrame ?? latm?.isInsideFrame) == true }

    mutating func begin(at time: MediaTime?, head: UnsafeRawBufferPointer) {
        adts?.begin(at: time, head: head)
        mpegAudio?.begin(at: time, head: head)
        latm?.begin(at: time, head: head)
    }

    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void) {
        adts?.feed(bytes, emit)
        mpegAudio?.feed(bytes, emit)
        latm?.feed(bytes, emit)
    }

    mutating func tear() {
        adts?.tear()
        mpegAudio?.tear()
        latm?.tear()
    }

    mutating func finish(_ emit: (SegmentElement) -> Void) {
        adts?.finish(emit)
        mpegAudio?.finish(emit)
        latm?.finish(emit)
    }
}
