import Longwave

/// The folder of the recordings that the keys k, K and R make during playback, and the length of the sound that K
/// saves.
struct KeepSettings: Hashable, Sendable {
    let folder: String
    /// The length of the sound that the key K saves.
    let span: Duration

    init(_ recording: Configuration.Recording = .init()) {
        folder = recording.recordings ?? RecordingsFolder.usual
        span = recording.keepLast?.duration ?? .seconds(300)
    }
}
