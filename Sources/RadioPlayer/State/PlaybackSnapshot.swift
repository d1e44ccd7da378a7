import RadioFormats
import RadioLoop

/// The whole state of a player at one moment: the four facts, what follows from them, and what is playing.
public struct PlaybackSnapshot: Hashable, Sendable {
    public var intent: Intent = .stopped
    public var download: Download = .idle
    public var sound: Sound = .none
    public var suppressions: Set<Suppression> = []

    public var item: PlaybackItem?
    public var stream: StreamDescription?
    public var nowPlaying: NowPlaying?
    /// The sink that plays, by the server's name.
    public var outputDevice: String?
    /// 0…1 on the server's side; a mixer may have set more.
    public var volume = 1.0
    public var isMuted = false

    /// The moment of the item that leaves the loudspeaker; zero is its first packet.
    public var currentTime = MediaTime.zero
    /// What is held in memory, heard or not.
    public var loadedTimeRanges: [MediaTimeRange] = []
    /// Where play can be continued.
    public var seekableTimeRanges: [MediaTimeRange] = []
    /// How far what is heard is behind what was received.
    public var liveOffset: Duration = .zero
    /// Sound of this item that was really heard.
    public var heardDuration: Duration = .zero
    public var stallCount = 0
    public var reconnectCount = 0
    /// When this was true.
    public var at = MonotonicInstant(nanoseconds: 0)

    public init() {}

    public var status: PlaybackStatus {
        if case .failed(let error) = download { return .failed(error) }
        switch intent {
        case .stopped: return sound == .ended ? .ended : .stopped
        case .paused: return .paused(.user)
        case .playing: return playingStatus
        }
    }

    private var playingStatus: PlaybackStatus {
        if suppressions.contains(.outputDeviceRemoved) { return .paused(.outputDeviceRemoved) }
        if suppressions.contains(.noOutputDevice) { return .waitingToPlay(.noOutputDevice) }
        if !suppressions.isEmpty { return .paused(.interruption) }
        switch sound {
        case .playing, .draining: return .playing
        case .ended: return .ended
        case .none, .filling: return .waitingToPlay(waitingReason ?? .buffering)
        case .starved: return .waitingToPlay(waitingReason ?? .stalled)
        }
    }

    private var waitingReason: PlaybackStatus.WaitingReason? {
        switch download {
        case .connecting: reconnectCount > 0 ? .reconnecting(attempt: reconnectCount) : .connecting
        case .retrying(let attempt, _, _): .reconnecting(attempt: attempt)
        case .idle, .receiving, .frozen, .ended, .failed: nil
        }
    }

    public var timeControlStatus: TimeControlStatus {
        switch status {
        case .playing: .playing
        case .waitingToPlay: .waitingToPlay
        case .stopped, .paused, .ended, .failed: .paused
        }
    }
}
