import RadioFormats
import RadioHTTP

extension StreamError {
    /// What a transfer's failure means for the listener.
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

    /// Why a container gives no sound.
    /// - Parameter address: names the stream.
    init(_ problem: SegmentProblem, of address: String) {
        switch problem {
        case .unsupportedCodec(let name): self = .unsupported("\(address) holds \(name)")
        case .encrypted(let name): self = .unsupported("\(address) is encrypted with \(name)")
        case .noSound: self = .notSound("\(address) has no sound in it")
        case .damaged(let text): self = .notSound("\(address) is damaged: \(text)")
        }
    }

    /// What a status that is no success means; nil for a success.
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
