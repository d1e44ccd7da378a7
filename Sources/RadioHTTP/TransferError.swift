/// Why a transfer failed, by remedy. Every case carries what the library said, for `-v` and bug reports.
public enum TransferError: Error, Hashable, Sendable {
    /// The URL is not one, or not http(s).
    case badURL(String)
    /// The name is not known.
    case hostUnknown(String)
    /// This machine has no network: the name cannot be known, or no way leads there.
    case noNetwork(String)
    /// Nobody answers at that address, or it refused.
    case cannotConnect(String)
    case timedOut(String)
    /// The certificate or the TLS handshake is no good.
    case tls(String)
    case tooManyRedirects(String)
    /// The answer is not HTTP, or its headers are too large.
    case protocolViolation(String)
    /// The connection broke after the headers.
    case connectionLost(String)
    /// No memory or descriptors are left.
    case resources(String)

    /// What the library said.
    public var words: String {
        switch self {
        case .badURL(let words), .hostUnknown(let words), .noNetwork(let words), .cannotConnect(let words),
            .timedOut(let words), .tls(let words), .tooManyRedirects(let words), .protocolViolation(let words),
            .connectionLost(let words), .resources(let words):
            words
        }
    }
}
