/// The reasons why a transfer failed, grouped by remedy.
///
/// Every case contains a description of the failure, usually libcurl's, for `-v` and bug reports.
public enum TransferError: Error, Hashable, Sendable {
    /// The text is not a URL, or not an HTTP(S) URL.
    case badURL(String)
    /// The host's name could not be resolved.
    case hostUnknown(String)
    /// This computer has no network: the name cannot be resolved, or there is no route to the host.
    case noNetwork(String)
    /// No connection could be established, for example because the server refused it.
    case cannotConnect(String)
    case timedOut(String)
    /// The certificate or the TLS handshake failed.
    case tls(String)
    case tooManyRedirects(String)
    /// The response is not HTTP, or its headers are too large.
    case protocolViolation(String)
    /// An established connection broke before the response was complete.
    case connectionLost(String)
    /// No memory or descriptors are left, or transfers were shut down.
    case resources(String)

    /// The description of the failure.
    public var words: String {
        switch self {
        case .badURL(let words), .hostUnknown(let words), .noNetwork(let words), .cannotConnect(let words),
            .timedOut(let words), .tls(let words), .tooManyRedirects(let words), .protocolViolation(let words),
            .connectionLost(let words), .resources(let words):
            words
        }
    }
}
