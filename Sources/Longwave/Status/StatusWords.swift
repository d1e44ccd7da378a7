import RadioPlayer

/// The state in a word, and its reason in a few.
package struct StatusWords: Hashable {
    /// How the state feels: what its colour says.
    package enum Tone: Hashable {
        case good, waiting, bad, neutral
    }

    package var state: String
    /// Why it is so, with the number of the try where there is one.
    package var reason: String? {
        guard let attempt else { return cause }
        return [cause, "try \(attempt)"].compactMap { $0 }.joined(separator: ", ")
    }
    /// The same for all tries after one another.
    package var cause: String?
    package var attempt: Int?
    package var tone: Tone

    package init(_ snapshot: PlaybackSnapshot) {
        switch snapshot.status {
        case .stopped: (state, cause, tone) = ("stopped", nil, .neutral)
        case .playing: (state, cause, tone) = ("playing", Self.playingReason(snapshot), .good)
        case .ended: (state, cause, tone) = ("ended", nil, .neutral)
        case .failed(let error): (state, cause, tone) = ("failed", error.sentence, .bad)
        case .paused(let why):
            (state, tone) = ("paused", .neutral)
            cause =
                switch why {
                case .user: nil
                case .interruption: Self.interruption(snapshot)
                case .outputDeviceRemoved: "the output device was removed; space resumes"
                }
        case .waitingToPlay(let why):
            tone = .waiting
            switch why {
            case .connecting:
                (state, cause) = ("connecting", Self.retryReason(snapshot))
                attempt = snapshot.reconnectCount > 0 ? snapshot.reconnectCount : nil
                if case .retrying(let number, _, _) = snapshot.download { attempt = number }
            case .buffering: (state, cause) = ("buffering", nil)
            case .stalled: (state, cause) = ("stalled", Self.stallReason(snapshot))
            case .reconnecting(let attempt):
                (state, cause, self.attempt) = ("reconnecting", Self.retryReason(snapshot), attempt)
            case .noOutputDevice: (state, cause) = ("waiting", "no sound device")
            }
        }
    }

    /// Sound is heard while its source is away: the listener may know before it ends.
    private static func playingReason(_ snapshot: PlaybackSnapshot) -> String? {
        switch snapshot.download {
        case .frozen: "no data arrives"
        case .retrying(_, _, let error): "reconnecting, \(error.summary)"
        case .idle, .connecting, .receiving, .ended, .failed: nil
        }
    }

    private static func stallReason(_ snapshot: PlaybackSnapshot) -> String {
        switch snapshot.download {
        case .frozen: "no data arrives"
        case .idle, .connecting, .receiving, .retrying, .ended, .failed: "data arrives too slowly"
        }
    }

    private static func retryReason(_ snapshot: PlaybackSnapshot) -> String? {
        if case .retrying(_, _, let error) = snapshot.download { return error.summary }
        return nil
    }

    private static func interruption(_ snapshot: PlaybackSnapshot) -> String {
        if snapshot.suppressions.contains(.interruption(.otherStream)) { return "another program is playing" }
        if snapshot.suppressions.contains(.interruption(.suspendedDevice)) { return "the device is suspended" }
        if snapshot.suppressions.contains(.interruption(.application)) { return "another program needs silence" }
        return "the machine was asleep"
    }
}
