import Longwave
import RadioTape

/// The content, the files and the limits of a recording.
struct RecordingSettings: Sendable {
    private let output: String?
    private let splits: Bool
    /// The plan of the recording from the command line alone. ``plan(_:)`` adds the configuration's folder, file names
    /// and reserve of free space.
    private let usual: RecordingPlan

    /// Creates the settings from the options of the command line.
    /// - Parameters:
    ///   - output: the path of the file to write; nil to name files by the pattern in the configuration.
    ///   - splits: whether each title is written to a file of its own.
    ///   - keepsFirst: if each title has a file, whether to keep the title that has already begun when the recording
    ///     starts.
    ///   - leavesOutAdvertisements: whether to write no advertisements and jingles.
    ///   - tolerance: if each title has a file, how far the cut may be moved from the change of title to a quieter
    ///     moment.
    ///   - overlap: if each title has a file, how much earlier than its title each file begins, and how much later than
    ///     its title it ends.
    ///   - container: the container format of the files; nil for the format that fits the stream.
    ///   - joinsLinks: whether the links of an Ogg chain are joined to one link, if they have the same format.
    ///   - duration: the longest duration of the recording; nil for no limit.
    ///   - maximumSize: the largest size of all the recording's files together; nil for no limit.
    init(
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

    /// Returns the plan of the recording, from the command line and the configuration.
    /// - Parameter recording: the configuration's folder, file names and reserve of free space.
    func plan(_ recording: Configuration.Recording) -> RecordingPlan {
        let pattern = recording.pattern.flatMap { FileNamePattern($0) } ?? (splits ? .title : .whole)
        var plan = usual
        plan.place = output.map { .file(path: $0) } ?? .folder(path: recording.folder ?? ".", pattern: pattern)
        plan.limits.freeBytes = recording.keepFree?.bytes
        return plan
    }

    /// The largest tolerance in seconds; ``maximumOverlap`` is the largest overlap in seconds. Both are limited,
    /// because so many seconds of sound wait in memory before they are written.
    static let maximumTolerance = 15
    static let maximumOverlap = 30

    /// Whether the text is a valid pattern of file names.
    static func isPattern(_ pattern: String) -> Bool { FileNamePattern(pattern) != nil }
}
