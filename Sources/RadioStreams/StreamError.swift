/// Why a stream brought no (more) sound, by what can be done about it. The text names the address or what was found.
public enum StreamError: Error, Hashable, Sendable {
    case fileMissing(String)
    case fileUnreadable(String)
    /// No address that Longwave can open.
    case badAddress(String)
    case hostUnknown(String)
    /// This machine has no network now.
    case noNetwork(String)
    /// Nobody listens there.
    case unreachable(String)
    case timedOut(String)
    /// The certificate or the TLS handshake is no good.
    case insecure(String)
    /// 401 or 403.
    case accessDenied(status: Int, String)
    /// 404 or 410.
    case notFound(status: Int, String)
    /// Any other status that is no success.
    case serverError(status: Int, String, retryAfter: Duration?)
    /// It answers, but with no sound: a web page, garbage, nothing at all.
    case notSound(String)
    /// It is sound that cannot be decoded here.
    case unsupported(String)
    /// The answer breaks the rules: redirects without end, headers without end, no HTTP.
    case protocolViolation(String)
    /// The connection broke.
    case connectionLost(String)
    /// The playlist names nothing that could be opened.
    case emptyPlaylist(String)
    case resources(String)

    /// Whether trying again is without hope before anything of the item was heard. After that a restarting source may
    /// well answer 404 for a while, and everything is tried again.
    public var isPermanent: Bool {
        switch self {
        case .fileMissing, .fileUnreadable, .badAddress, .accessDenied, .notFound, .notSound, .unsupported,
            .protocolViolation, .emptyPlaylist, .insecure:
            true
        case .hostUnknown, .noNetwork, .unreachable, .timedOut, .serverError, .connectionLost, .resources: false
        }
    }

    /// Whether a station of which nothing was heard may have another address now: nobody is there, or something else is.
    public var mayHaveMoved: Bool {
        switch self {
        case .badAddress, .hostUnknown, .unreachable, .timedOut, .insecure, .accessDenied, .notFound, .notSound,
            .unsupported, .protocolViolation, .emptyPlaylist:
            true
        case .fileMissing, .fileUnreadable, .noNetwork, .serverError, .connectionLost, .resources: false
        }
    }

    /// In a few words, for a status line or a log: `host unknown`, `not found, 404`.
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
