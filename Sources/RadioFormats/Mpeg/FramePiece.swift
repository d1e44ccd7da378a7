/// What ``FrameChain`` cuts a stream into. Places are bytes since the first one that was fed.
package enum FramePiece {
    /// What a player is not told of.
    package enum Passed {
        /// A tag longer than ``AudioFraming/maximumKeptTag``.
        case id3v2
        case id3v1
        case ape
        /// A frame of a Xing, Info or VBRI header.
        case information
    }

    case element(StreamElement, at: Int)
    /// `length` as its header says it: the stream may end before.
    case passed(Passed, at: Int, length: Int)

    @inline(__always) func hand(on emit: (StreamElement) -> Void) {
        if case .element(let element, _) = self { emit(element) }
    }
}
