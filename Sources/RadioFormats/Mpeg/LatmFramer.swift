/// Cuts AAC in LATM (an AudioSyncStream, LOAS) into bare access units (ISO/IEC 14496-3 §1.7).
///
/// Access units are emitted once a configuration has arrived. Broadcasts repeat the configuration at least twice a
/// second. A format is emitted before the first access unit, and when the configuration changes.
struct LatmFramer: ElementaryFramer {
    static var headLength: Int { LoasHeader.length }

    private var chain = FrameChain<LoasHeader>()
    private var elements = LatmReader()

    var end: Int { chain.end }
    var isInsideFrame: Bool { chain.isInsideFrame }
    var problem: SegmentProblem? { elements.problem ?? chain.problem }

    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (FramePiece) -> Void) {
        chain.feed(bytes) { elements.take($0, emit) }
    }

    mutating func pause(_ emit: (FramePiece) -> Void) { chain.pause { elements.take($0, emit) } }

    mutating func expectFrame() { chain.expectFrame() }

    func isContinued(by bytes: UnsafeRawBufferPointer) -> Bool { chain.isContinued(by: bytes) }

    mutating func tear() { chain.tear() }
}
