import RadioFormats

/// What is exported, how, and where.
public struct ExportRequest: Hashable, Sendable {
    /// A path, or a `file:`, `http:` or `https:` URL of something that has an end.
    public var source: String
    /// The file that is written. One that exists is never replaced.
    public var target: String
    public var preset: ExportPreset
    /// Where it begins in the source.
    public var start = MediaTime.zero
    /// Where it ends; nil: with the source.
    public var end: MediaTime?
    /// How long the sound rises at the beginning.
    public var fadeIn = Duration.zero
    /// How long it sinks at the end: half a minute at most.
    public var fadeOut = Duration.zero
    public var tags = ExportTags()

    public init(source: String, target: String, preset: ExportPreset) {
        self.source = source
        self.target = target
        self.preset = preset
    }

    /// The longest end that is held back.
    public static let maximumFade = Duration.seconds(30)
}

/// What the tags of an exported file say; nil: nothing.
public struct ExportTags: Hashable, Sendable {
    public var title: String?
    public var artist: String?
    public var album: String?
    public var date: String?
    public var comment: String?

    public init() {}
}
