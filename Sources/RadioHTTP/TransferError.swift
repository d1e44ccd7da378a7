/// The reasons why a transfer failed, by remedy.
///
/// Every case carries libcurl's description, for `-v` and bug reports.
public enum TransferError: Error, Hashable, Sendable {
    /// The text is not a URL, or not an HTTP(S) URL.
    case badURL(String)
    /// The host's name could not be resolved.
    case hostUnknown(String)
    /// This computer has no network: the name cannot be resolved, or there is no route to the host.
    case noNetwork(String)
    /// The server does not answer at that address, or refused the connection.
    case cannotConnect(String)
    case timedOut(String)
    /// The certificate or the TLS handshake failed.
    case tls(String)
    case tooManyRedirects(String)
    /// The response is not HTTP, or its headers are too large.
    case protocolViolation(String)
    /// The connection broke after the headers.
    case connectionLost(String)
    /// No memory or descriptors are left.
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
