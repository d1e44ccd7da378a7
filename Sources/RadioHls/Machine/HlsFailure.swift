import RadioFormats

/// The reason why a fetch failed.
package struct HlsFailure: Hashable, Sendable {
    /// The kinds of failures, grouped by remedy.
    package enum Kind: Hashable, Sendable {
        /// The server refused the request with this HTTP status.
        case status(Int)
        /// The server does not answer, or stopped sending.
        case timedOut
        /// The network or the host cannot be reached.
        case unreachable
        /// The connection broke during the response.
        case connectionLost
        /// The response is larger than the limit.
        case tooLarge
        /// The response is not what was requested; the failure's text says why.
        case unreadable
        /// A failure of another kind, which a retry would not cure.
        case other
    }

    package var kind: Kind
    /// The failure as text for people.
    package var text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Whether the server no longer accepts the address, as it does once a token in the address has run out.
    ///
    /// Some servers then send a web page instead of a playlist, or 520.
    var isRefusal: Bool {
        switch kind {
        case .status(let status): (400..<500).contains(status) && !isPassing || status == 520
        case .unreadable: true
        case .timedOut, .unreachable, .connectionLost, .tooLarge, .other: false
        }
    }

    /// Whether the same request may succeed if it is repeated a moment later.
    var isPassing: Bool {
        switch kind {
        case .status(let status): status >= 500 || [408, 425, 429].contains(status)
        case .timedOut, .unreachable, .connectionLost: true
        case .tooLarge, .unreadable, .other: false
        }
    }
}

extension RetryPolicy {
    /// Returns the retry policy for segments, parts, keys and init sections: the first retry after 250 ms, then one
    /// every second.
    static func segments(after failure: HlsFailure) -> RetryPolicy {
        var policy = RetryPolicy()
        (policy.firstDelays, policy.maximumDelay, policy.jitter) = ([.milliseconds(250)], .seconds(1), 0)
        switch failure.kind {
        // After 20 s without a network, restarting the stream is better than further retries.
        case .unreachable: policy.giveUpAfter = .seconds(20)
        case .connectionLost: policy.maximumFailures = 3
        case .timedOut: policy.maximumFailures = 2
        // Even after a status such as 404, the request is repeated once, because the server's caches may not have the
        // newest resources yet.
        case .status: policy.maximumFailures = failure.isPassing ? 3 : 2
        case .tooLarge, .unreadable, .other: policy.maximumFailures = 1
        }
        return policy
    }
}
