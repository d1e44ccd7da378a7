/// What ``TimedFrames`` needs of a parser that cuts a container's elementary stream into frames.
protocol ElementaryFramer {
    /// Bytes with which ``isContinued(by:)`` can tell.
    static var headLength: Int { get }

    /// The place of the byte that is fed next, counted from the first one.
    var end: Int { get }
    /// Whether the bytes so far end in the middle of a frame.
    var isInsideFrame: Bool { get }
    /// Why no sound comes of it; nil while some may.
    var problem: SegmentProblem? { get }

    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (FramePiece) -> Void)
    /// No bytes follow for now: whole frames come out, and a frame that was begun may go on.
    mutating func pause(_ emit: (FramePiece) -> Void)
    /// A frame begins with the next byte, if one begins there at all.
    mutating func expectFrame()
    /// Whether these bytes begin a frame that continues the stream.
    func isContinued(by bytes: UnsafeRawBufferPointer) -> Bool
    /// Bytes are missing before the next one.
    mutating func tear()
}

extension FrameChain: ElementaryFramer {
    static var headLength: Int { Header.length }

    var problem: SegmentProblem? {
        garbage > AudioFraming.maximumGarbage ? .damaged("no frames in \(garbage) bytes of sound") : nil
    }
}
