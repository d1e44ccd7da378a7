import RadioTape

/// Which part of the playing sound is recorded, and where.
///
/// Packets are written as they arrive, and never encoded again.
public struct RecordingOptions: Hashable, Sendable {
    /// The part of the sound that is recorded.
    public enum Extent: Hashable, Sendable {
        /// The sound that is heard from now on.
        case fromNow
        /// All of the title that is heard now. The recording begins at the title's beginning, or with the oldest sound
        /// that is kept (``PlaybackPolicy/timeshift``).
        case title
        /// The sound that was heard up to now, of this duration at most, as far as it is still in memory or on the
        /// tape.
        case last(Duration)
    }

    public var extent: Extent
    /// The folder of the files. It is created if it does not exist.
    public var folder: String
    /// The pattern of file names: text with `{station}`, `{artist}`, `{title}`, `{date}`, `{time}` and `{number}`.
    ///
    /// If nil, the name consists of artist and title, or of station, date and time. If a file of that name exists, a
    /// number is added to the name.
    public var namePattern: String?
    /// Whether each title gets a file of its own, with tags. A title whose beginning was missed is left out.
    public var splitsTitles = false
    /// Whether advertisements and jingles are left out, as far as the station's titles tell them apart from songs.
    public var leavesOutAdvertisements = false
    public var maximumDuration: Duration?
    /// The limit for all files together, in bytes; nil for none.
    public var maximumBytes: Int?
    /// The number of bytes that must stay free on the disk; nil for no limit.
    public var minimumFreeBytes: Int?

    public init(_ extent: Extent = .fromNow, folder: String) {
        self.extent = extent
        self.folder = folder
    }

    /// The recording plan for these options; nil if ``namePattern`` is not valid.
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
