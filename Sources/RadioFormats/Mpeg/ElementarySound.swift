/// One sound track of a container, in the encoding that the container names.
struct ElementarySound {
    enum Kind: Hashable, Sendable {
        case adts, mpegAudio, latm
    }

    let kind: Kind
    // Exactly one of the following framers is set. They are optionals because an enum's payload cannot change in place.
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

    /// Number of bytes that ``begin(at:head:)`` needs.
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
