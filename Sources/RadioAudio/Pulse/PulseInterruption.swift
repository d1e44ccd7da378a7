/// Distinguishes an interruption by a phone call (module-role-cork) from a mute that a listener wants. Pure.
///
/// When a call begins, the server mutes the stream and asks it to cork. When the call ends, the server removes the
/// mute, but asks the stream to continue only if the stream is corked by then. Therefore the end of the mute also ends
/// the interruption. The mute of a short call may begin and end unseen, so a corked stream asks whether the call still
/// lasts. A stream that begins during a call is muted before it can be asked to cork, so it must find out whether a
/// call is the reason.
struct PulseInterruption: Hashable, Sendable {
    /// What the owner of the `PulseInterruption` must report to the output's client, or ask the server.
    enum News: Hashable, Sendable {
        case none
        case interruption(Bool)
        /// The stream is muted (true) or no longer muted (false), and a phone call is not the reason. The owner must
        /// report this.
        case mute(Bool)
        /// The stream is muted from its beginning.
        ///
        /// Ask whether a call is the reason, and pass the answer to ``mutedAtBirth(byCall:)``.
        case question
        /// The stream is corked because of a call. Ask whether the call still lasts, and pass the answer to
        /// ``lasted(_:)``.
        case doubt
    }

    private(set) var isOn = false
    private var isMutedByServer = false
    private var isAsking = false

    /// Handles the server's request that the stream be silent (true) or continue (false).
    mutating func requested(_ on: Bool) -> News {
        isAsking = false
        guard on != isOn else { return .none }
        isOn = on
        return .interruption(on)
    }

    /// Handles the server's confirmation that the stream is corked. Returns ``News/doubt`` during an interruption,
    /// because the call may have ended.
    ///
    /// If the call ends after the confirmation, the server asks the stream to continue. If the call ended before, the
    /// server sends no such request.
    func corked() -> News { isOn ? .doubt : .none }

    /// Handles the answer to ``News/doubt``. `isCall` is nil if the server cannot tell.
    mutating func lasted(_ isCall: Bool?) -> News { isCall == false ? requested(false) : .none }

    /// Handles the server's report of the stream's mute.
    /// - Parameters:
    ///   - wanted: the mute that Longwave requested, or that was reported, last.
    ///   - isFirst: whether this is the first report.
    mutating func muted(_ isMuted: Bool, wanted: Bool, isFirst: Bool) -> News {
        guard isMuted else {
            isAsking = false
            guard isMutedByServer else { return wanted ? .mute(false) : .none }
            isMutedByServer = false
            return requested(false)
        }
        guard !wanted else { return .none }
        if isOn {
            isMutedByServer = true
            return .none
        }
        if isFirst {
            isAsking = true
            return .question
        }
        return .mute(true)
    }

    /// Handles the answer to ``News/question``.
    mutating func mutedAtBirth(byCall: Bool) -> News {
        guard isAsking else { return .none }
        isAsking = false
        guard byCall else { return .mute(true) }
        isMutedByServer = true
        return requested(true)
    }
}
