import Longwave

/// The state in a word, and its reason in a few.
struct StatusWords: Hashable {
    /// How the state feels: what its colour says.
    enum Tone: Hashable {
        case good, waiting, bad, neutral
    }

    var state: String
    var reason: String?
    var tone: Tone

    init(_ snapshot: PlaybackSnapshot) {
        switch snapshot.status {
        case .stopped: (state, reason, tone) = ("stopped", nil, .neutral)
        case .playing: (state, reason, tone) = ("playing", Self.playingReason(snapshot), .good)
        case .ended: (state, reason, tone) = ("ended", nil, .neutral)
        case .failed(let error): (state, reason, tone) = ("failed", ErrorWords.sentence(error), .bad)
        case .paused(let why):
            (state, tone) = ("paused", .neutral)
            reason =
                switch why {
                case .user: nil
                case .interruption: Self.interruption(snapshot)
                case .outputDeviceRemoved: "the output device was removed; space plays on"
                }
        case .waitingToPlay(let why):
            tone = .waiting
            switch why {
            case .connecting: (state, reason) = ("connecting", nil)
            case .buffering: (state, reason) = ("buffering", nil)
            case .stalled: (state, reason) = ("stalled", Self.stallReason(snapshot))
            case .reconnecting(let attempt): (state, reason) = ("reconnecting", Self.retryReason(snapshot, attempt))
            case .noOutputDevice: (state, reason) = ("waiting", "no sound device")
            }
        }
    }

    /// Sound is heard while its source is away: the listener may know before it ends.
    private static func playingReason(_ snapshot: PlaybackSnapshot) -> String? {
        switch snapshot.download {
        case .frozen: "nothing arrives"
        case .retrying(_, _, let error): "reconnecting, \(ErrorWords.short(error))"
        case .idle, .connecting, .receiving, .ended, .failed: nil
        }
    }

    private static func stallReason(_ snapshot: PlaybackSnapshot) -> String {
        switch snapshot.download {
        case .frozen: "nothing arrives"
        case .idle, .connecting, .receiving, .retrying, .ended, .failed: "the sound comes too slowly"
        }
    }

    private static func retryReason(_ snapshot: PlaybackSnapshot, _ attempt: Int) -> String {
        if case .retrying(_, _, let error) = snapshot.download { return "\(ErrorWords.short(error)), try \(attempt)" }
        return "try \(attempt)"
    }

    private static func interruption(_ snapshot: PlaybackSnapshot) -> String {
        if snapshot.suppressions.contains(.interruption(.otherStream)) { return "another program needs the quiet" }
        if snapshot.suppressions.contains(.interruption(.suspendedDevice)) { return "the device is suspended" }
        return "the machine slept"
    }
}
