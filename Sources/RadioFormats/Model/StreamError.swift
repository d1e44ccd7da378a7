/// The reasons why a stream delivered no sound, or no more sound, grouped by remedy.
///
/// The associated text names the address, or what was found at the address.
public enum StreamError: Error, Hashable, Sendable {
    case fileMissing(String)
    case fileUnreadable(String)
    /// Longwave cannot open this kind of address.
    case badAddress(String)
    case hostUnknown(String)
    /// This computer has no network now.
    case noNetwork(String)
    /// No connection to the server could be established, for example because the server refuses connections.
    case unreachable(String)
    case timedOut(String)
    /// The certificate or the TLS handshake failed.
    case insecure(String)
    /// The server responded with status 401, 403 or 407.
    case accessDenied(status: Int, String)
    /// The server responded with status 404 or 410.
    case notFound(status: Int, String)
    /// The server responded with another status outside 200 to 299.
    case serverError(status: Int, String, retryAfter: Duration?)
    /// The address delivers no sound, but a web page, unrecognisable data or nothing.
    case notSound(String)
    /// Longwave cannot decode this sound.
    case unsupported(String)
    /// The response breaks the protocol: endless redirects, endless headers, or not HTTP.
    case protocolViolation(String)
    /// The connection broke, or the server closed it.
    case connectionLost(String)
    /// The playlist names no address that can be opened.
    case emptyPlaylist(String)
    case resources(String)

    /// True if a retry is useless for an item that has not delivered sound yet.
    ///
    /// After the first sound, every error is retried, because a restarting source may respond with 404 for a while.
    public var isPermanent: Bool {
        switch self {
        case .fileMissing, .fileUnreadable, .badAddress, .accessDenied, .notFound, .notSound, .unsupported,
            .protocolViolation, .emptyPlaylist, .insecure:
            true
        case .hostUnknown, .noNetwork, .unreachable, .timedOut, .serverError, .connectionLost, .resources: false
        }
    }

    /// True if a station that was never heard may have moved to another address, because its server is gone or delivers
    /// something else.
    public var mayHaveMoved: Bool {
        switch self {
        case .badAddress, .hostUnknown, .unreachable, .timedOut, .insecure, .accessDenied, .notFound, .notSound,
            .unsupported, .protocolViolation, .emptyPlaylist:
            true
        case .fileMissing, .fileUnreadable, .noNetwork, .serverError, .connectionLost, .resources: false
        }
    }

    /// A few words for a status line or a log, such as `host not found` or `not found, 404`.
    public var summary: String {
        switch self {
        case .fileMissing: "file not found"
        case .fileUnreadable: "file cannot be read"
        case .badAddress: "bad address"
        case .hostUnknown: "host not found"
        case .noNetwork: "no network connection"
        case .unreachable: "no answer"
        case .timedOut: "timed out"
        case .insecure: "secure connection failed"
        case .accessDenied(let status, _): "access denied, \(status)"
        case .notFound(let status, _): "not found, \(status)"
        case .serverError(let status, _, _): "server error, \(status)"
        case .notSound: "no sound"
        case .unsupported: "not supported"
        case .protocolViolation: "protocol error"
        case .connectionLost: "connection lost"
        case .emptyPlaylist: "empty list"
        case .resources: "out of resources"
        }
    }
}
