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
    ///   - duration: how long it lasts at most.
    ///   - maximumSize: of all files together.
    ///   - freeSize: what stays free on the disk.
    public init(
        output: String?, folder: String, pattern: String?, splits: Bool, keepsFirst: Bool,
        leavesOutAdvertisements: Bool, duration: TimeSpan?, maximumSize: ByteCount?, freeSize: ByteCount?
    ) {
        let pattern = pattern.flatMap { FileNamePattern($0) } ?? (splits ? .title : .whole)
        plan = RecordingPlan(
            place: output.map { .file(path: $0) } ?? .folder(path: folder, pattern: pattern),
            titles: .init(splits: splits, keepsFirst: keepsFirst, leavesOutAdvertisements: leavesOutAdvertisements),
            limits: .init(duration: duration?.duration, bytes: maximumSize?.bytes, freeBytes: freeSize?.bytes))
    }

    /// Whether files can be named so.
    public static func isPattern(_ pattern: String) -> Bool { FileNamePattern(pattern) != nil }
}
