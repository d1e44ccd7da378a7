import RadioAudio
import RadioTape

/// A recording of what plays, made by `PlaybackManager.record(_:)`.
public struct Recording: Hashable, Sendable, Identifiable {
    public enum State: Hashable, Sendable {
        case recording
        case ended(RecordingEnd)
        case failed(AudioOutputError)
    }

    /// Of this player, each number once.
    public let id: Int
    /// The newest file; nil until the first is open.
    public internal(set) var path: String?
    public internal(set) var fileCount = 0
    /// Sound that was written, in media time.
    public internal(set) var duration = Duration.zero
    /// False where what was wanted began before the sound that is kept.
    public internal(set) var hasBeginning = true
    public internal(set) var state = State.recording

    init(id: Int) { self.id = id }
}
