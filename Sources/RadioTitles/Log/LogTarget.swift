/// Where a log goes.
public struct LogTarget: Hashable, Sendable {
    public enum Place: Hashable, Sendable {
        /// It is appended to.
        case file(String)
        /// An open descriptor: standard output.
        case descriptor(Int32)
    }

    public var place: Place
    public var format: LogFormat
    /// Of a file; nil: it grows.
    public var rotation: LogRotation?
    /// Of files that were put aside.
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
