/// Tells an interruption (module-role-cork: a phone call) from a mute that somebody wants. Pure.
///
/// The server mutes whom it interrupts, asks it to cork, and later takes the mute away. Only a stream that is corked by then is asked to go
/// on, so the end of the mute counts too, and where a short call's mute came and went unseen, it is asked whether the call lasts. A stream that begins during a call is muted before it can be asked: then it must be found out whether a call is why.
struct PulseInterruption: Hashable, Sendable {
    enum News: Hashable, Sendable {
        case none
        case interruption(Bool)
        /// The mute that is to be told.
        case mute(Bool)
        /// It is muted from the beginning: ask whether a call is why, and say so to ``mutedAtBirth(byCall:)``.
        case question
        /// It is silent for a call: ask whether that still lasts, and say so to ``lasted(_:)``.
        case doubt
    }

    private(set) var isOn = false
    private var isMutedByServer = false
    private var isAsking = false

    /// The server's own words.
    mutating func requested(_ on: Bool) -> News {
        isAsking = false
        guard on != isOn else { return .none }
        isOn = on
        return .interruption(on)
    }

    /// The server has corked the stream: from now on it asks it to go on when a call ends. One that ended before has asked nobody.
    func corked() -> News { isOn ? .doubt : .none }

    /// The answer to ``News/doubt``; nil where the server cannot tell.
    mutating func lasted(_ isCall: Bool?) -> News { isCall == false ? requested(false) : .none }

    /// The server says that the stream is muted, or not; `wanted` is what we had asked for or know.
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

    /// The answer to ``News/question``.
    mutating func mutedAtBirth(byCall: Bool) -> News {
        guard isAsking else { return .none }
        isAsking = false
        guard byCall else { return .mute(true) }
        isMutedByServer = true
        return requested(true)
    }
}
