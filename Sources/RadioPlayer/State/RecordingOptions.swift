import RadioTape

/// What of the sound that plays is recorded, and where. Packets are written as they come, and never encoded again.
public struct RecordingOptions: Hashable, Sendable {
    public enum Extent: Hashable, Sendable {
        /// What is heard from now on.
        case fromNow
        /// The title that is heard, from its beginning, as far as that is kept (``PlaybackPolicy/timeshift``), to its end.
        case title
        /// What was heard last, as far as that is kept, up to now.
        case last(Duration)
    }

    public var extent: Extent
    /// Where the files go. It is made where it does not exist.
    public var folder: String
    /// How files are called: text with `{station}`, `{artist}`, `{title}`, `{date}`, `{time}` and `{number}`. Nil: the artist and the title,
    /// or station, date and time. A number is added where a file of that name exists.
    public var namePattern: String?
    /// One file a title, with its tags. A title whose beginning is not kept is left out.
    public var splitsTitles = false
    /// Advertisements and jingles are left out, where titles tell them.
    public var leavesOutAdvertisements = false
    public var maximumDuration: Duration?
    /// Of all files together, in bytes.
    public var maximumBytes: Int?
    /// Bytes that stay free on the disk.
    public var minimumFreeBytes: Int?

    public init(_ extent: Extent = .fromNow, folder: String) {
        self.extent = extent
        self.folder = folder
    }

    /// Nil where the pattern is none.
    var plan: RecordingPlan? {
        let splits = splitsTitles || extent == .title
        let usual: FileNamePattern = splits ? .title : .whole
        guard let pattern = namePattern.map({ FileNamePattern($0) }) ?? usual else { return nil }
        return RecordingPlan(
            place: .folder(path: folder, pattern: pattern),
            titles: .init(
                splits: splits, keepsFirst: extent == .title, leavesOutAdvertisements: leavesOutAdvertisements),
            limits: .init(
                duration: maximumDuration, bytes: maximumBytes, freeBytes: minimumFreeBytes,
                titles: extent == .title ? 1 : nil))
    }
}
