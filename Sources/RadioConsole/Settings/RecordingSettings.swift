import Longwave
import RadioTape

/// What is recorded, where, and when it ends.
public struct RecordingSettings: Sendable {
    let plan: RecordingPlan

    /// - Parameters:
    ///   - output: a file; nil: files are named by the pattern.
    ///   - folder: where files go that are named by the pattern.
    ///   - pattern: nil: the usual one.
    ///   - splits: one file a title.
    ///   - keepsFirst: with one file a title also the one that is on air at the beginning.
    ///   - leavesOutAdvertisements: advertisements and jingles are not written.
    ///   - tolerance: with one file a title, how far a cut is moved to where it is quietest.
    ///   - overlap: with one file a title, how much earlier each begins and how much later it ends.
    ///   - container: the kind of files; nil: the one that fits the stream.
    ///   - joinsLinks: the links of an Ogg chain become one.
    ///   - duration: how long it lasts at most.
    ///   - maximumSize: of all files together.
    ///   - freeSize: what stays free on the disk.
    public init(
        output: String?, folder: String, pattern: String?, splits: Bool, keepsFirst: Bool,
        leavesOutAdvertisements: Bool, tolerance: TimeSpan?, overlap: TimeSpan?, container: RecordingContainerName?,
        joinsLinks: Bool, duration: TimeSpan?, maximumSize: ByteCount?, freeSize: ByteCount?
    ) {
        let pattern = pattern.flatMap { FileNamePattern($0) } ?? (splits ? .title : .whole)
        var plan = RecordingPlan(
            place: output.map { .file(path: $0) } ?? .folder(path: folder, pattern: pattern),
            titles: .init(
                splits: splits, keepsFirst: keepsFirst, leavesOutAdvertisements: leavesOutAdvertisements,
                tolerance: tolerance?.duration ?? .zero, overlap: overlap?.duration ?? .zero),
            limits: .init(duration: duration?.duration, bytes: maximumSize?.bytes, freeBytes: freeSize?.bytes))
        plan.container = container?.container
        plan.joinsLinks = joinsLinks
        self.plan = plan
    }

    /// Seconds by which a cut is moved at most, and of overlap: so much sound is held back.
    public static let maximumTolerance = 15
    public static let maximumOverlap = 30

    /// Whether files can be named so.
    public static func isPattern(_ pattern: String) -> Bool { FileNamePattern(pattern) != nil }
}
