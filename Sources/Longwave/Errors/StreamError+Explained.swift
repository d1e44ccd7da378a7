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
        case .fileMissing(let detail): explained("There is no such file", detail)
        case .fileUnreadable(let detail): explained("The file cannot be read", detail)
        case .badAddress(let detail): explained("This is no address that can be played", detail)
        case .hostUnknown(let detail): explained("The host is unknown", detail)
        case .noNetwork(let detail): explained("There is no network connection", detail)
        case .unreachable(let detail): explained("Nobody answers there", detail)
        case .timedOut(let detail): explained("The server took too long", detail)
        case .insecure(let detail): explained("No secure connection could be made", detail)
        case .accessDenied(let status, let detail): explained("The server refuses access (\(status))", detail)
        case .notFound(let status, let detail): explained("The server knows no such station (\(status))", detail)
        case .serverError(let status, let detail, _): explained("The server answers with an error (\(status))", detail)
        case .notSound(let detail): explained("There is no sound at this address", detail)
        case .unsupported(let detail): explained("This kind of sound is not supported", detail)
        case .protocolViolation(let detail): explained("The server does not keep to the protocol", detail)
        case .connectionLost(let detail): explained("The connection broke", detail)
        case .emptyPlaylist(let detail): explained("The playlist names nothing that can be played", detail)
        case .resources(let detail): explained("The system has no memory or descriptors left", detail)
        }
    }

    public var remedy: String? {
        switch self {
        case .badAddress: "An address begins with http:// or https://."
        case .hostUnknown: "Check the address, and whether the network works."
        case .noNetwork: "Connect the machine to a network."
        case .insecure: "Check the machine's date and its certificates."
        case .accessDenied: "A name and a password can stand in the address: http://name:password@host/."
        case .notFound, .emptyPlaylist: "The station may have moved: look for its present address."
        case .notSound: "The address of the sound itself is needed, not that of a web page."
        case .fileUnreadable: "Check the permissions of the file."
        case .resources: "Close other programs, or raise the limit of open files."
        case .unreachable, .timedOut, .serverError, .connectionLost: "The station may be back later."
        case .fileMissing, .unsupported, .protocolViolation: nil
        }
    }
}
