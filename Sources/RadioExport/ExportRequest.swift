import RadioFormats

/// The source, target, range and format of an export.
public struct ExportRequest: Hashable, Sendable {
    /// The path, or the `file:`, `http:` or `https:` URL, of the file or recording to export. A live station cannot be
    /// exported.
    public var source: String
    /// The path of the new file. An existing file is never replaced.
    public var target: String
    public var preset: ExportPreset
    /// The position in the source at which the exported range starts.
    public var start = MediaTime.zero
    /// The position in the source at which the exported range ends. Nil means the end of the source.
    public var end: MediaTime?
    /// The duration of the fade-in at the start of the range.
    public var fadeIn = Duration.zero
    /// The duration of the fade-out at the end of the range. A duration above ``maximumFade`` is reduced to it.
    public var fadeOut = Duration.zero
    public var tags = ExportTags()

    public init(source: String, target: String, preset: ExportPreset) {
        self.source = source
        self.target = target
        self.preset = preset
    }

    /// The longest fade-out. The limit exists because an export keeps the samples of the fade-out in memory.
    public static let maximumFade = Duration.seconds(30)
}

/// The tags that an export writes into its file.
///
/// An `ExportSession` sets each tag that is nil from the source's metadata.
public struct ExportTags: Hashable, Sendable {
    public var title: String?
    public var artist: String?
    public var album: String?
    public var date: String?
    public var comment: String?

    public init() {}
}
