import RadioLoop

/// The four facts of a player, kept apart, and what a person would make of them.
package struct PlaybackFacts: Hashable, Sendable {
    package var intent: PlaybackSnapshot.Intent = .stopped
    package var download: PlaybackSnapshot.Download = .idle
    package var sound: PlaybackSnapshot.Sound = .none
    package var suppressions: Set<PlaybackSnapshot.Suppression> = []
    /// Sound of this item was heard.
    package var wasHeard = false
    /// Connections opened again for this item.
    package var reconnectCount = 0
    /// Times at which the sound of this item ran out.
    package var stallCount = 0

    package init() {}

    /// The item was given up.
    var hasFailed: Bool {
        if case .failed = download { true } else { false }
    }

    package var status: PlaybackStatus {
        if case .failed(let error) = download { return .failed(error) }
        switch intent {
        case .stopped: return sound == .ended ? .ended : .stopped
        case .paused: return .paused(.user)
        case .playing: return statusWhenWanted
        }
    }

    private var statusWhenWanted: PlaybackStatus {
        if suppressions.contains(.outputDeviceRemoved) { return .paused(.outputDeviceRemoved) }
        if suppressions.contains(.noOutputDevice) { return .waitingToPlay(.noOutputDevice) }
        if !suppressions.isEmpty { return .paused(.interruption) }
        switch sound {
        case .playing, .draining: return .playing
        case .ended: return .ended
        case .none, .filling: return .waitingToPlay(downloadReason ?? .buffering)
        case .starved: return .waitingToPlay(downloadReason ?? .stalled)
        }
    }

    private var downloadReason: PlaybackStatus.WaitingReason? {
        switch download {
        case .connecting: wasHeard && reconnectCount > 0 ? .reconnecting(attempt: reconnectCount) : .connecting
        case .retrying(let attempt, _, _): wasHeard ? .reconnecting(attempt: attempt) : .connecting
        case .idle, .receiving, .frozen, .ended, .failed: nil
        }
    }
}
