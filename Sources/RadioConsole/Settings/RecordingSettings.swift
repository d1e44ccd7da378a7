import Longwave
import RadioTape

/// The content, the files and the limits of a recording.
public struct RecordingSettings: Sendable {
    private let output: String?
    private let splits: Bool
    /// The plan of the recording from the command line alone. ``plan(_:)`` adds the folder, the file names and the
    /// reserve of free space.
    private let usual: RecordingPlan

    /// Takes the settings of the command line.
    /// - Parameters:
    ///   - output: the file to write; nil to name files by the pattern.
    ///   - splits: whether each title gets a file of its own.
    ///   - keepsFirst: when splitting, whether to keep the title that is already on air at the start.
    ///   - leavesOutAdvertisements: whether to leave out advertisements and jingles.
    ///   - tolerance: when splitting, how far a cut may be moved from the change of title to the quietest moment.
    ///   - overlap: when splitting, how much earlier than its title each file begins, and how much later than its title
    ///     the file ends.
    ///   - container: the container format of the files; nil for the format that fits the stream.
    ///   - joinsLinks: whether the links of an Ogg chain are joined to one link.
    ///   - duration: the longest duration.
    ///   - maximumSize: the largest size of all files together.
    public init(
        output: String?, splits: Bool, keepsFirst: Bool,
        leavesOutAdvertisements: Bool, tolerance: TimeSpan?, overlap: TimeSpan?, container: RecordingContainerName?,
        joinsLinks: Bool, duration: TimeSpan?, maximumSize: ByteCount?
    ) {
        self.output = output
        self.splits = splits
        var plan = RecordingPlan(
            place: .folder(path: ".", pattern: splits ? .title : .whole),
            titles: .init(
                splits: splits, keepsFirst: keepsFirst, leavesOutAdvertisements: leavesOutAdvertisements,
                tolerance: tolerance?.duration ?? .zero, overlap: overlap?.duration ?? .zero),
            limits: .init(duration: duration?.duration, bytes: maximumSize?.bytes, freeBytes: nil))
        plan.container = container?.container
        plan.joinsLinks = joinsLinks
        usual = plan
    }

    /// Returns the plan of a recording.
    /// - Parameter recording: the configuration's folder, file names and reserve of free space.
    func plan(_ recording: Configuration.Recording) -> RecordingPlan {
        let pattern = recording.pattern.flatMap { FileNamePattern($0) } ?? (splits ? .title : .whole)
        var plan = usual
        plan.place = output.map { .file(path: $0) } ?? .folder(path: recording.folder ?? ".", pattern: pattern)
        plan.limits.freeBytes = recording.keepFree?.bytes
        return plan
    }

    /// The largest tolerance in seconds; ``maximumOverlap`` is the largest overlap. Both are limited, because that much
    /// sound is held back before it is written.
    public static let maximumTolerance = 15
    public static let maximumOverlap = 30

    /// Whether the text is a valid pattern of file names.
    public static func isPattern(_ pattern: String) -> Bool { FileNamePattern(pattern) != nil }
}
