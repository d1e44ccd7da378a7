import Longwave

/// Settings of the recordings that the keys k, K and R make during playback: their folder, and the length of the past
/// sound that K saves.
struct KeepSettings: Hashable, Sendable {
    let folder: String
    /// How much past sound the key K saves.
    let span: Duration

    init(_ recording: Configuration.Recording = .init()) {
        folder = recording.recordings ?? RecordingsFolder.usual
        span = recording.keepLast?.duration ?? .seconds(300)
    }
}
