/// A piece that ``FrameChain`` cut from a stream. Positions count bytes from the first byte fed.
package enum FramePiece {
    /// Kinds of pieces that a player does not need.
    package enum Passed {
        /// A tag longer than ``AudioFraming/maximumKeptTag``.
        case id3v2
        case id3v1
        case ape
        /// A frame that holds a Xing, Info or VBRI header instead of sound.
        case information
    }

    case element(StreamElement, at: Int)
    /// A piece that a player does not need. `length`, in bytes, comes from the piece's header; the stream may end
    /// earlier.
    case passed(Passed, at: Int, length: Int)

    @inline(__always) func hand(on emit: (StreamElement) -> Void) {
        if case .element(let element, _) = self { emit(element) }
    }
}
