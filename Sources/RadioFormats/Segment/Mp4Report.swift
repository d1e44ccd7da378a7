/// A report of the outermost boxes of an MP4 segment or initialization section, and of its movie.
package struct Mp4Report: Hashable, Sendable {
    /// A box that is not inside another box.
    package struct Box: Hashable, Sendable {
        /// Type of the box, four characters.
        package var type: String
        /// Offset of the box in the segment, in bytes.
        package var offset: Int
        /// Length in bytes including the header; nil if the box extends to the end of the segment.
        package var byteCount: Int?
    }

    /// Outermost boxes in order, at most ``SegmentInspector/maximumEntries``.
    package var boxes: [Box] = []
    package var boxCount = 0
    /// The movie that the segment's last `moov` box describes; nil if there is none.
    package var movie: Mp4Movie?

    /// True if there is an initialization section but no media data, so that the bytes contain no sound.
    package var isInitialization: Bool {
        movie?.isFragmented == true && !boxes.contains { $0.type == "moof" || $0.type == "mdat" }
    }
}
