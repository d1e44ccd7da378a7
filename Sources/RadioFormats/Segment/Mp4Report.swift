/// What an MP4 segment or initialization section is made of.
package struct Mp4Report: Hashable, Sendable {
    /// An outermost box.
    package struct Box: Hashable, Sendable {
        /// Four characters.
        package var type: String
        /// Bytes before it.
        package var offset: Int
        /// Bytes with its header; nil where it reaches to the end.
        package var byteCount: Int?
    }

    /// In their order, the first of them.
    package var boxes: [Box] = []
    package var boxCount = 0
    /// What the last initialization section says; nil where there is none.
    package var movie: Mp4Movie?

    /// Whether it is an initialization section and nothing else: then sound is not to be expected.
    package var isInitialization: Bool {
        movie?.isFragmented == true && !boxes.contains { $0.type == "moof" || $0.type == "mdat" }
    }
}
