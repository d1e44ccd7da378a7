/// A parser that cuts a container's elementary stream into frames, for ``TimedFrames``.
protocol ElementaryFramer {
    /// Number of bytes that ``isContinued(by:)`` needs.
    static var headLength: Int { get }

    /// Position of the byte that is fed next, counted from the first byte that was fed.
    var end: Int { get }
    /// True if the bytes so far end in the middle of a frame.
    var isInsideFrame: Bool { get }
    /// The reason why no sound comes; nil while sound may still come.
    var problem: SegmentProblem? { get }

    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (FramePiece) -> Void)
    /// Ends a segment: emits complete frames, and keeps the beginning of an incomplete one, which may continue in the
    /// next segment.
    mutating func pause(_ emit: (FramePiece) -> Void)
    /// Notes that the container announces a frame at the next byte. The frame is accepted if a frame header begins
    /// there.
    mutating func expectFrame()
    /// Returns whether `bytes` begin with a frame header that fits the frames so far.
    func isContinued(by bytes: UnsafeRawBufferPointer) -> Bool
    /// Notes that bytes are missing before the next byte.
    mutating func tear()
}

extension FrameChain: ElementaryFramer {
    static var headLength: Int { Header.length }

    var problem: SegmentProblem? {
        garbage > AudioFraming.maximumGarbage ? .damaged("no frames in \(garbage) bytes of sound") : nil
    }
}
