import RadioFormats
import RadioHTTP

extension StreamError {
    /// Creates the error for a failed transfer.
    package init(_ error: TransferError, url: String) {
        switch error {
        case .badURL(let text): self = .badAddress(text)
        case .hostUnknown(let text): self = .hostUnknown(text)
        case .noNetwork(let text): self = .noNetwork(text)
        case .cannotConnect(let text): self = .unreachable(text)
        case .timedOut(let text): self = .timedOut(text)
        case .tls(let text): self = .insecure(text)
        case .tooManyRedirects(let text), .protocolViolation(let text): self = .protocolViolation(text)
        case .connectionLost(let text): self = .connectionLost(text)
        case .resources(let text): self = .resources(text)
        }
    }

    /// Creates the error for a response whose status is outside 200 to 299. Returns nil for any other response.
    package init?(_ head: ResponseHead) {
        switch head.status {
        case 200..<300: return nil
        case 401, 403, 407: self = .accessDenied(status: head.status, head.url)
        case 404, 410: self = .notFound(status: head.status, head.url)
        default:
            let wait = RetryAfter.wait(head["Retry-After"], date: head["Date"])
            self = .serverError(status: head.status, head.url, retryAfter: wait)
        }
    }
}
