/// Cuts one sound track of a container into frames, and emits them as packets with times.
struct TimedFrames<Framer: ElementaryFramer> {
    private var framer: Framer
    private var clock = FrameClock()

    init(_ framer: Framer) { self.framer = framer }

    var problem: SegmentProblem? { framer.problem }
    var isInsideFrame: Bool { framer.isInsideFrame }

    /// Notes that a packet of the container, such as a PES packet, begins with the next byte.
    /// - Parameters:
    ///   - time: the time of the first frame that begins in the packet; nil if not given.
    ///   - head: the packet's first bytes: as many as the framer needs to recognise a frame header, or all bytes of a
    ///     shorter packet.
    mutating func begin(at time: MediaTime?, head: UnsafeRawBufferPointer) {
        // An incomplete frame may continue in the container's next packet. If a new frame begins there instead, the end
        // of the incomplete frame was lost.
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

    /// Ends the segment: emits the frames that are complete. The end of an incomplete frame may be in the next segment.
    mutating func finish(_ emit: (SegmentElement) -> Void) {
        framer.pause { clock.take($0, emit) }
    }
}
