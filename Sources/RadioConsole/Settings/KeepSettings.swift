import Longwave

/// What the keys k, K and R write while one listens, and where.
public struct KeepSettings: Sendable {
    let folder: String
    /// How far back the key K reaches.
    let span: Duration

    /// - Parameters:
    ///   - folder: nil: Longwave in the user's folder for music.
    ///   - span: nil: five minutes.
    public init(folder: String? = nil, span: TimeSpan? = nil) {
        self.folder = folder ?? RecordingsFolder.usual
        self.span = span?.duration ?? .seconds(300)
    }
}
