/// The words that `print` shows.
extension PlaybackStatus: CustomStringConvertible {
    public var description: String {
        switch self {
        case .stopped: "stopped"
        case .waitingToPlay(let reason): "waiting to play: \(reason)"
        case .playing: "playing"
        case .paused(let reason): "paused: \(reason)"
        case .ended: "ended"
        case .failed(let error): "failed: \(error)"
        }
    }
}

extension PlaybackStatus.WaitingReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .connecting: "connecting"
        case .buffering: "buffering"
        case .stalled: "stalled"
        case .reconnecting(let attempt): "reconnecting, attempt \(attempt)"
        case .noOutputDevice: "no output device"
        }
    }
}

extension PlaybackStatus.PauseReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .user: "by the listener"
        case .interruption: "interrupted"
        case .outputDeviceRemoved: "the output device was removed"
        }
    }
}

extension PlaybackSnapshot.Download: CustomStringConvertible {
    public var description: String {
        switch self {
        case .idle: "idle"
        case .connecting: "connecting"
        case .receiving: "receiving"
        case .frozen: "frozen"
        case .retrying(let attempt, _, let error): "retrying after attempt \(attempt): \(error)"
        case .ended: "ended"
        case .failed(let error): "failed: \(error)"
        }
    }
}

extension PlaybackSnapshot.Sound: CustomStringConvertible {
    public var description: String {
        switch self {
        case .none: "none"
        case .filling: "filling"
        case .playing: "playing"
        case .starved: "starved"
        case .draining: "draining"
        case .ended: "ended"
        }
    }
}

extension PlaybackSnapshot.Suppression: CustomStringConvertible {
    public var description: String {
        switch self {
        case .interruption(.otherStream): "interrupted by another program"
        case .interruption(.suspendedDevice): "the output device is suspended"
        case .interruption(.sleep): "the computer sleeps"
        case .interruption(.application): "interrupted by the application"
        case .outputDeviceRemoved: "the output device was removed"
        case .noOutputDevice: "no output device"
        }
    }
}
