import RadioFormats

/// The source, target, range and format of an export.
public struct ExportRequest: Hashable, Sendable {
    /// The path, or the `file:`, `http:` or `https:` URL, of a source with an end.
    public var source: String
    /// The path of the new file. An existing file is never replaced.
    public var target: String
    public var preset: ExportPreset
    /// The start of the range in the source.
    public var start = MediaTime.zero
    /// The end of the range in the source. Nil means the end of the source.
    public var end: MediaTime?
    /// The length of the fade-in.
    public var fadeIn = Duration.zero
    /// The length of the fade-out, at most ``maximumFade``.
    public var fadeOut = Duration.zero
    public var tags = ExportTags()

    public init(source: String, target: String, preset: ExportPreset) {
        self.source = source
        self.target = target
        self.preset = preset
    }

    /// The longest fade-out. It is limited because the exporter holds the samples of the fade-out in memory.
    public static let maximumFade = Duration.seconds(30)
}

/// The tags of an exported file.
///
/// Where a tag is nil, an `ExportSession` takes it from the source's metadata.
public struct ExportTags: Hashable, Sendable {
    public var title: String?
    public var artist: String?
    public var album: String?
    public var date: String?
    public var comment: String?

    public init() {}
}
