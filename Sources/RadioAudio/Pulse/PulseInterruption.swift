/// Distinguishes an interruption (module-role-cork: a phone call) from a mute that a listener wants. Pure.
///
/// The server mutes a stream that it interrupts, asks it to cork, and later removes the mute. Only a stream that is
/// corked by then is asked to continue. Therefore the end of the mute counts, too. The mute of a short call may come
/// and go unseen; a corked stream then asks whether the call still lasts. A stream that begins during a call is muted
/// before it can be asked; it must then find out whether a call is the reason.
struct PulseInterruption: Hashable, Sendable {
    /// What the owner must report or ask.
    enum News: Hashable, Sendable {
        case none
        case interruption(Bool)
        /// A mute to report.
        case mute(Bool)
        /// The stream is muted from its beginning.
        ///
        /// Ask whether a call is the reason, and call ``mutedAtBirth(byCall:)``.
        case question
        /// The stream is silent for a call. Ask whether the call still lasts, and call ``lasted(_:)``.
        case doubt
    }

    private(set) var isOn = false
    private var isMutedByServer = false
    private var isAsking = false

    /// Handles the server's request to be silent (true) or to continue (false).
    mutating func requested(_ on: Bool) -> News {
        isAsking = false
        guard on != isOn else { return .none }
        isOn = on
        return .interruption(on)
    }

    /// Handles the server's confirmation that the stream is corked.
    ///
    /// From now on the server asks the stream to continue when a call ends. An earlier end gave no request.
    func corked() -> News { isOn ? .doubt : .none }

    /// Handles the answer to ``News/doubt``; nil if the server cannot tell.
    mutating func lasted(_ isCall: Bool?) -> News { isCall == false ? requested(false) : .none }

    /// Handles the server's report of the stream's mute.
    /// - Parameters:
    ///   - wanted: the mute that we requested or last knew.
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
