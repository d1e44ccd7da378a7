import RadioFormats
import RadioStreams

extension StreamError: ExplainedError {
    public var code: String {
        switch self {
        case .fileMissing: "fileMissing"
        case .fileUnreadable: "fileUnreadable"
        case .badAddress: "badAddress"
        case .hostUnknown: "hostUnknown"
        case .noNetwork: "noNetwork"
        case .unreachable: "unreachable"
        case .timedOut: "timedOut"
        case .insecure: "insecure"
        case .accessDenied: "accessDenied"
        case .notFound: "notFound"
        case .serverError: "serverError"
        case .notSound: "notSound"
        case .unsupported: "unsupported"
        case .protocolViolation: "protocolViolation"
        case .connectionLost: "connectionLost"
        case .emptyPlaylist: "emptyPlaylist"
        case .resources: "resources"
        }
    }

    public var sentence: String {
        switch self {
        case .fileMissing(let detail): explained("File not found", detail)
        case .fileUnreadable(let detail): explained("The file cannot be read", detail)
        case .badAddress(let detail): explained("This address cannot be played", detail)
        case .hostUnknown(let detail): explained("Host not found", detail)
        case .noNetwork(let detail): explained("There is no network connection", detail)
        case .unreachable(let detail): explained("The server does not answer", detail)
        case .timedOut(let detail): explained("The server took too long", detail)
        case .insecure(let detail): explained("The secure connection failed", detail)
        case .accessDenied(let status, let detail): explained("The server denied access (\(status))", detail)
        case .notFound(let status, let detail): explained("Station not found on the server (\(status))", detail)
        case .serverError(let status, let detail, _): explained("The server returned an error (\(status))", detail)
        case .notSound(let detail): explained("There is no sound at this address", detail)
        case .unsupported(let detail): explained("This audio format is not supported", detail)
        case .protocolViolation(let detail): explained("The server broke the protocol", detail)
        case .connectionLost(let detail): explained("The connection was lost", detail)
        case .emptyPlaylist(let detail): explained("The list contains nothing that can be played", detail)
        case .resources(let detail): explained("The system has no memory or file descriptors left", detail)
        }
    }

    public var remedy: String? {
        switch self {
        case .badAddress: "An address begins with http:// or https://."
        case .hostUnknown: "Check the address and the network connection."
        case .noNetwork: "Connect the computer to a network."
        case .insecure: "Check the computer's clock and its certificates."
        case .accessDenied: "Put a name and a password into the address: http://name:password@host/."
        case .notFound, .emptyPlaylist: "The station may have moved: search for its new address."
        case .notSound: "Use the address of the stream, not of a web page."
        case .fileUnreadable: "Check the permissions of the file."
        case .resources: "Close other programs, or raise the limit of open files."
        case .unreachable, .timedOut, .serverError, .connectionLost: "Try again later."
        case .fileMissing, .unsupported, .protocolViolation: nil
        }
    }
}

extension StreamError {
    /// The address, or what was found there.
    var detail: String {
        switch self {
        case .fileMissing(let text), .fileUnreadable(let text), .badAddress(let text), .hostUnknown(let text),
            .noNetwork(let text), .unreachable(let text), .timedOut(let text), .insecure(let text),
            .accessDenied(_, let text), .notFound(_, let text), .serverError(_, let text, _), .notSound(let text),
            .unsupported(let text), .protocolViolation(let text), .connectionLost(let text), .emptyPlaylist(let text),
            .resources(let text):
            text
        }
    }

    /// The status of the server's response; nil if the error has none.
    var httpStatus: Int? {
        switch self {
        case .accessDenied(let status, _), .notFound(let status, _), .serverError(let status, _, _): status
        default: nil
        }
    }
}
