import Longwave

/// What the keys k, K and R write while one listens, and where.
struct KeepSettings: Hashable, Sendable {
    let folder: String
    /// How far back the key K reaches.
    let span: Duration

    init(_ recording: Configuration.Recording = .init()) {
        folder = recording.recordings ?? RecordingsFolder.usual
        span = recording.keepLast?.duration ?? .seconds(300)
    }
}
