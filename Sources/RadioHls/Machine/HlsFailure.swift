import RadioFormats

/// The reason why a fetch failed, by what can be done about it.
package struct HlsFailure: Hashable, Sendable {
    /// The kind of a failure, which decides what can be done.
    package enum Kind: Hashable, Sendable {
        /// The server refused with this status.
        case status(Int)
        /// The server does not answer, or stopped sending.
        case timedOut
        /// The network or the host cannot be reached.
        case unreachable
        /// The connection broke while the server sent.
        case connectionLost
        /// The answer is larger than accepted.
        case tooLarge
        /// The answer is not what was requested; the text says why.
        case unreadable
        /// Another failure, which another try would not change.
        case other
    }

    package var kind: Kind
    /// The failure as text for people.
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
    /// Returns the policy for segments, parts, and the resources that they need: another try after 250 ms, then every
    /// second.
    static func segments(after failure: HlsFailure) -> RetryPolicy {
        var policy = RetryPolicy()
        (policy.firstDelays, policy.maximumDelay, policy.jitter) = ([.milliseconds(250)], .seconds(1), 0)
        switch failure.kind {
        // The network cannot be reached: after 20 s a new start is better.
        case .unreachable: policy.giveUpAfter = .seconds(20)
        case .connectionLost: policy.maximumFailures = 3
        // A resource that is missing may be there a moment later, when caches agree.
        case .timedOut: policy.maximumFailures = 2
        case .status: policy.maximumFailures = failure.isPassing ? 3 : 2
        case .tooLarge, .unreadable, .other: policy.maximumFailures = 1
        }
        return policy
    }
}
