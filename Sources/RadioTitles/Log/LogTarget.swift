/// Where and how a log is written.
public struct LogTarget: Hashable, Sendable {
    /// The file or stream that lines are written to.
    public enum Place: Hashable, Sendable {
        /// A file, to which lines are appended.
        case file(String)
        /// An open descriptor such as standard output.
        case descriptor(Int32)
    }

    public var place: Place
    public var format: LogFormat
    /// When the file is rotated: renamed, and followed by a new file; nil for never.
    public var rotation: LogRotation?
    /// How long rotated files are kept.
    public var retention: TitleRetention

    public init(
        _ place: Place, format: LogFormat = .jsonLines, rotation: LogRotation? = nil,
        keeping retention: TitleRetention = .init()
    ) {
        self.retention = retention
        self.place = place
        self.format = format
        self.rotation = rotation
    }
}
