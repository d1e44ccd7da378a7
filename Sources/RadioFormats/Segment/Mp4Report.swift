/// The boxes of an MP4 segment or initialization section.
package struct Mp4Report: Hashable, Sendable {
    /// An outermost box.
    package struct Box: Hashable, Sendable {
        /// Type of the box, four characters.
        package var type: String
        /// Offset of the box in the segment, in bytes.
        package var offset: Int
        /// Length in bytes including the header; nil if the box extends to the end of the segment.
        package var byteCount: Int?
    }

    /// Boxes in order, at most ``SegmentInspector/maximumEntries``.
    package var boxes: [Box] = []
    package var boxCount = 0
    /// The content of the last initialization section; nil if there is none.
    package var movie: Mp4Movie?

    /// True if the bytes are only an initialization section, so no sound is to be expected.
    package var isInitialization: Bool {
        movie?.isFragmented == true && !boxes.contains { $0.type == "moof" || $0.type == "mdat" }
    }
}
