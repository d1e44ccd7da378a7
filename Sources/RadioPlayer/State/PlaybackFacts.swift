import RadioLoop
import RadioStreams

/// The four facts of a player, each independent of the others, and the status that follows from them: what the listener
/// wants (intent), how the download is, how the sound is, and why sound is suppressed (suppressions).
package struct PlaybackFacts: Hashable, Sendable {
    package var intent: PlaybackSnapshot.Intent = .stopped
    package var download: PlaybackSnapshot.Download = .idle
    package var sound: PlaybackSnapshot.Sound = .none
    package var suppressions: Set<PlaybackSnapshot.Suppression> = []
    /// Whether the sound server stopped answering and has not played sound since.
    package var isServerFrozen = false
    /// Whether sound of this item was heard.
    package var wasHeard = false
    /// The number of connections to this item's stream after the first one.
    package var reconnectCount = 0
    /// How often a new connection of the item continued the sound of the connection before, and in which way. Set in
    /// snapshots only.
    package var joins = StreamJoin.Tally()
    /// The number of failures before the current connection attempt, counted since sound last played for
    /// ``PlaybackPolicy/resetAfterHeard``. It is 0 for an item's first connection, and after the computer's sleep.
    package var attempt = 0
    /// Whether fast forward or rewind runs. Its short excerpts, and the gaps between them, count as one status.
    package var isScanning = false
    /// The number of times that this item's sound ran out.
    package var stallCount = 0

    package init() {}

    /// Whether the player has given up the item.
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
        case .none, .filling: return isBetweenExcerpts ? .playing : .waitingToPlay(downloadReason ?? .buffering)
        case .starved: return isBetweenExcerpts ? .playing : .waitingToPlay(downloadReason ?? .stalled)
        }
    }

    private var isBetweenExcerpts: Bool {
        guard isScanning, wasHeard else { return false }
        return switch download {
        case .connecting, .receiving, .ended: true
        case .idle, .frozen, .retrying, .failed: false
        }
    }

    private var downloadReason: PlaybackStatus.WaitingReason? {
        switch download {
        case .connecting: wasHeard && reconnectCount > 0 ? .reconnecting(attempt: max(attempt, 1)) : .connecting
        case .retrying(let attempt, _, _): wasHeard ? .reconnecting(attempt: attempt) : .connecting
        case .idle, .receiving, .frozen, .ended, .failed: nil
        }
    }
}
