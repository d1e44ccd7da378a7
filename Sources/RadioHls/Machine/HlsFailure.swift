import RadioFormats

/// Why a fetch failed, by what can be done about it.
package struct HlsFailure: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The server refuses with this status.
        case status(Int)
        /// It does not answer, or stopped sending.
        case timedOut
        /// The network or the host is away.
        case unreachable
        /// The connection broke while it sent.
        case connectionLost
        /// It is more than is accepted.
        case tooLarge
        /// What came is not what was asked for, in words.
        case unreadable
        /// Anything else that will not be better next time.
        case other
    }

    package var kind: Kind
    /// For people.
    package var text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Whether the same request may well succeed a moment later.
    var isPassing: Bool {
        switch kind {
        case .status(let status): status >= 500 || [408, 425, 429].contains(status)
        case .timedOut, .unreachable, .connectionLost: true
        case .tooLarge, .unreadable, .other: false
        }
    }
}

extension RetryPolicy {
    /// Segments, parts, and what they need: another try after a quarter of a second, then every second.
    static func segments(after failure: HlsFailure) -> RetryPolicy {
        var policy = RetryPolicy()
        (policy.firstDelays, policy.maximumDelay, policy.jitter) = ([.milliseconds(250)], .seconds(1), 0)
        switch failure.kind {
        // The network is away: after that a new start is better.
        case .unreachable: policy.giveUpAfter = .seconds(20)
        case .connectionLost: policy.maximumFailures = 3
        // What is not there may be there a moment later, when caches agree.
        case .timedOut: policy.maximumFailures = 2
        case .status: policy.maximumFailures = failure.isPassing ? 3 : 2
        case .tooLarge, .unreadable, .other: policy.maximumFailures = 1
        }
        return policy
    }
}
