import RadioAudio
import RadioFormats
import RadioTape

/// A recording of what plays, made by `PlaybackManager.record(_:)`.
public struct Recording: Hashable, Sendable, Identifiable {
    /// Whether the recording is being made, or how it ended.
    public enum State: Hashable, Sendable {
        case recording
        case ended(RecordingEnd)
        case failed(AudioOutputError)
    }

    /// The recording's number, unique in its player.
    public let id: Int
    /// The path of the newest file; nil until the first is open.
    public internal(set) var path: String?
    public internal(set) var fileCount = 0
    /// The duration of the sound that was written.
    public internal(set) var duration = Duration.zero
    /// Whether the recording begins where ``RecordingOptions/Extent`` demands; false if the sound there was dropped
    /// already.
    public internal(set) var hasBeginning = true
    public internal(set) var state = State.recording

    package init(
        id: Int, path: String? = nil, fileCount: Int = 0, duration: Duration = .zero, hasBeginning: Bool = true,
        state: State = .recording
    ) {
        self.id = id
        self.path = path
        self.fileCount = fileCount
        self.duration = duration
        self.hasBeginning = hasBeginning
        self.state = state
    }

    /// Adds a time in which the recording has probably gone on.
    package mutating func advance(by time: Duration) { duration += time }
}
