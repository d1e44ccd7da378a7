import Longwave
import RadioTape

/// What is recorded, where, and when it ends.
public struct RecordingSettings: Sendable {
    private let output: String?
    private let splits: Bool
    /// Without a place, and what the configuration may say.
    private let usual: RecordingPlan

    /// - Parameters:
    ///   - output: a file; nil: files are named by the pattern.
    ///   - splits: one file a title.
    ///   - keepsFirst: with one file a title also the one that is on air at the beginning.
    ///   - leavesOutAdvertisements: advertisements and jingles are not written.
    ///   - tolerance: with one file a title, how far a cut is moved to where it is quietest.
    ///   - overlap: with one file a title, how much earlier each begins and how much later it ends.
    ///   - container: the kind of files; nil: the one that fits the stream.
    ///   - joinsLinks: the links of an Ogg chain become one.
    ///   - duration: how long it lasts at most.
    ///   - maximumSize: of all files together.
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

    /// - Parameter recording: names of files where no single file is wanted, and what stays free on the disk.
    func plan(_ recording: Configuration.Recording) -> RecordingPlan {
        let pattern = recording.pattern.flatMap { FileNamePattern($0) } ?? (splits ? .title : .whole)
        var plan = usual
        plan.place = output.map { .file(path: $0) } ?? .folder(path: recording.folder ?? ".", pattern: pattern)
        plan.limits.freeBytes = recording.keepFree?.bytes
        return plan
    }

    /// Seconds by which a cut is moved at most, and of overlap: so much sound is held back.
    public static let maximumTolerance = 15
    public static let maximumOverlap = 30

    /// Whether files can be named so.
    public static func isPattern(_ pattern: String) -> Bool { FileNamePattern(pattern) != nil }
}
