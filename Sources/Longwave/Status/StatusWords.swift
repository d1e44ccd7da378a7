import RadioPlayer

/// The player's state in one word for the listener, such as `buffering`, and the reason for it in a few words.
package struct StatusWords: Hashable {
    /// Whether a state is good or bad for the listener, which decides the state's colour on a screen.
    package enum Tone: Hashable {
        case good, waiting, bad, neutral
    }

    package var state: String
    /// The reason for the state, followed by the number of the attempt to connect while the player connects again (`try
    /// 3`). Nil if neither is known.
    package var reason: String? {
        guard let attempt else { return cause }
        return [cause, "try \(attempt)"].compactMap { $0 }.joined(separator: ", ")
    }
    /// The reason for the state without the number of the attempt to connect, so that the text does not change with
    /// each attempt.
    package var cause: String?
    package var attempt: Int?
    package var tone: Tone

    /// Chooses the words for the player's state.
    ///
    /// - Parameter playing: the word for the status ``PlaybackStatus/playing``. A command that records passes
    ///   `recording`.
    package init(_ snapshot: PlaybackSnapshot, playing: String = "playing") {
        switch snapshot.status {
        case .stopped: (state, cause, tone) = ("stopped", nil, .neutral)
        case .playing: (state, cause, tone) = (playing, Self.playingReason(snapshot), .good)
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
            case .buffering: (state, cause) = ("buffering", Self.serverReason(snapshot))
            case .stalled: (state, cause) = ("stalled", Self.stallReason(snapshot))
            case .reconnecting(let attempt):
                (state, cause, self.attempt) = ("reconnecting", Self.retryReason(snapshot), attempt)
            case .noOutputDevice: (state, cause) = ("waiting", "no sound device")
            }
        }
    }

    /// Returns the reason why no new sound arrives although older sound still plays, so that the listener learns of the
    /// problem before the sound stops. If new sound arrives, returns which source of a programme plays, unless it is the
    /// first.
    private static func playingReason(_ snapshot: PlaybackSnapshot) -> String? {
        switch snapshot.download {
        case .frozen: "no data arrives"
        case .retrying(_, _, let error): "reconnecting, \(error.summary)"
        case .idle, .connecting, .receiving, .ended, .failed:
            snapshot.programme.flatMap { $0.index > 0 ? source($0) : nil }
        }
    }

    /// Returns which source of a programme plays, and why, as in `source 2 of 3, dead air`.
    static func source(_ place: ProgrammePlace) -> String {
        let why = place.lastSwitch.map { last in
            switch last.reason {
            case .silence: ", no sound"
            case .stalls: ", stalls"
            case .deadAir: ", dead air"
            case .failure: ", failed"
            case .recovery: ", well again"
            }
        }
        return "source \(place.index + 1) of \(place.sources.count)" + (why ?? "")
    }

    private static func stallReason(_ snapshot: PlaybackSnapshot) -> String {
        if let reason = serverReason(snapshot) { return reason }
        return switch snapshot.download {
        case .frozen: "no data arrives"
        case .idle, .connecting, .receiving, .retrying, .ended, .failed: "data arrives too slowly"
        }
    }

    private static func serverReason(_ snapshot: PlaybackSnapshot) -> String? {
        snapshot.facts.isServerFrozen ? "the sound server does not answer" : nil
    }

    private static func retryReason(_ snapshot: PlaybackSnapshot) -> String? {
        if case .retrying(_, _, let error) = snapshot.download { return error.summary }
        return nil
    }

    private static func interruption(_ snapshot: PlaybackSnapshot) -> String {
        if snapshot.suppressions.contains(.interruption(.otherStream)) { return "another program is playing" }
        if snapshot.suppressions.contains(.interruption(.suspendedDevice)) { return "the device is suspended" }
        if snapshot.suppressions.contains(.interruption(.application)) { return "another program asked for silence" }
        return "the computer was asleep"
    }
}
