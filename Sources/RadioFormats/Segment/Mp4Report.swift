/// What an MP4 segment or initialization section is made of.
public struct Mp4Report: Hashable, Sendable {
    /// An outermost box.
    public struct Box: Hashable, Sendable {
        /// Four characters.
        public var type: String
        /// Bytes before it.
        public var offset: Int
        /// Bytes with its header; nil where it reaches to the end.
        public var byteCount: Int?
    }

    /// In their order, the first of them.
    public var boxes: [Box] = []
    public var boxCount = 0
    /// What the last initialization section says; nil where there is none.
    public var movie: Mp4Movie?

    /// Whether it is an initialization section and nothing else: then sound is not to be expected.
    public var isInitialization: Bool {
        movie?.isFragmented == true && !boxes.contains { $0.type == "moof" || $0.type == "mdat" }
    }
}
