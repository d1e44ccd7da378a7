import Longwave

/// The folder and the span of recordings that the keys k, K and R make during playback.
struct KeepSettings: Hashable, Sendable {
    let folder: String
    /// The length of the sound that the key K saves.
    let span: Duration

    init(_ recording: Configuration.Recording = .init()) {
        folder = recording.recordings ?? RecordingsFolder.usual
        span = recording.keepLast?.duration ?? .seconds(300)
    }
}
