/// What ``FrameChain`` cuts from a stream: a frame, a tag or a change between frames, with its position in bytes from
/// the first byte fed.
package enum FramePiece {
    /// Kinds of tags and frames that a player does not need.
    package enum Passed: Hashable {
        /// A tag longer than ``AudioFraming/maximumKeptTag``. An element with what is kept of the tag follows.
        case id3v2
        case id3v1
        case ape
        /// A frame that contains a Xing, Info or VBRI header instead of sound.
        case information(XingHeader)
    }

    case element(StreamElement, at: Int)
    /// A tag or frame that a player does not need. Its header states `length` in bytes; the stream may end before that.
    case passed(Passed, at: Int, length: Int)

    @inline(__always) func hand(on emit: (StreamElement) -> Void) {
        if case .element(let element, _) = self { emit(element) }
    }
}
