/// Cuts what a container carries of one sound track into packets with their times.
struct TimedFrames<Framer: ElementaryFramer> {
    private var framer: Framer
    private var clock = FrameClock()

    init(_ framer: Framer) { self.framer = framer }

    var problem: SegmentProblem? { framer.problem }
    var isInsideFrame: Bool { framer.isInsideFrame }

    /// A container's packet begins with the next byte.
    /// - Parameters:
    ///   - time: of the first frame that begins in it; nil where it is not told.
    ///   - head: its first bytes, as many as the framer wants, or all that there are.
    mutating func begin(at time: MediaTime?, head: UnsafeRawBufferPointer) {
        // A frame may go on in the next packet of its container; where another begins instead, the rest was lost.
        if framer.isInsideFrame, framer.isContinued(by: head) { tear() }
        framer.expectFrame()
        if let time { clock.mark(time, at: framer.end) }
    }

    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void) {
        framer.feed(bytes) { clock.take($0, emit) }
    }

    mutating func tear() {
        framer.tear()
        clock.tear()
    }

    /// The segment is complete. The next one may bring the rest of a frame.
    mutating func finish(_ emit: (SegmentElement) -> Void) {
        framer.pause { clock.take($0, emit) }
    }
}
