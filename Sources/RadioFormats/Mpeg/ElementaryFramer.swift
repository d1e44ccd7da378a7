/// A parser that cuts an elementary stream (one sound track of a container) into frames. ``TimedFrames`` uses it.
protocol ElementaryFramer {
    /// Number of bytes that ``isContinued(by:)`` needs.
    static var headLength: Int { get }

    /// Number of bytes fed so far, which is the position of the next byte in the elementary stream.
    var end: Int { get }
    /// True if the last bytes fed are the beginning of an incomplete frame.
    var isInsideFrame: Bool { get }
    /// The reason why no sound comes; nil while sound may still come.
    var problem: SegmentProblem? { get }

    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (FramePiece) -> Void)
    /// Ends a segment: emits the frames that are complete. Keeps the beginning of an incomplete frame, whose end may be
    /// in the next segment.
    mutating func pause(_ emit: (FramePiece) -> Void)
    /// Notes that, according to the container, a frame begins with the next byte. If a frame header begins there, the
    /// frame needs no confirmation by later headers.
    mutating func expectFrame()
    /// Returns whether `bytes` begins with a frame header of the same format as the frames so far.
    func isContinued(by bytes: UnsafeRawBufferPointer) -> Bool
    /// Notes that bytes of the elementary stream were lost before the next byte that is fed.
    mutating func tear()
}

extension FrameChain: ElementaryFramer {
    static var headLength: Int { Header.length }

    var problem: SegmentProblem? {
        garbage > AudioFraming.maximumGarbage ? .damaged("no frames in \(garbage) bytes of sound") : nil
    }
}
