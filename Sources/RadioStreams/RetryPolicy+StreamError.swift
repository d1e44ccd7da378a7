import RadioFormats

extension RetryPolicy {
    /// The wait after a response that breaks the protocol, such as an endless chain of redirects.
    ///
    /// Such an attempt may consist of a dozen requests.
    private static let unrulyDelay = Duration.seconds(2)

    /// Returns the minimum wait before the next request to the address, or nil if the error requires none.
    package func leastDelay(after error: StreamError) -> Duration? {
        switch error {
        case .serverError(_, _, let wait?): min(wait, maximumRetryAfter)
        case .protocolViolation: Self.unrulyDelay
        case .serverError(_, _, nil), .fileMissing, .fileUnreadable, .badAddress, .hostUnknown, .noNetwork,
            .unreachable, .timedOut, .insecure, .accessDenied, .notFound, .notSound, .unsupported, .connectionLost,
            .emptyPlaylist, .resources:
            nil
        }
    }

}

extension RetryCount {
    /// Counts a failed attempt to fetch titles.
    /// - Parameter chance: A random number from 0 to 1, evenly distributed.
    /// - Returns: The wait before the next attempt.
    package mutating func failTitles(_ error: StreamError, chance: Double) -> Duration {
        let kind = Kind(error)
        let policy = kind == .refusal ? RetryPolicy.refusedTitles : .titles
        return max(fail(policy, kind, chance: chance), policy.leastDelay(after: error) ?? .zero)
    }
}

extension RetryCount.Kind {
    init(_ error: StreamError) {
        self =
            switch error {
            case .notFound, .accessDenied, .notSound, .unsupported, .badAddress, .fileMissing, .fileUnreadable,
                .emptyPlaylist:
                .refusal
            case .serverError, .hostUnknown, .noNetwork, .unreachable, .timedOut, .insecure, .protocolViolation,
                .connectionLost, .resources:
                .passing
            }
    }
}
