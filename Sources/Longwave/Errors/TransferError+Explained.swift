import RadioHTTP

extension TransferError: ExplainedError {
    public var code: String {
        switch self {
        case .badURL: "badAddress"
        case .hostUnknown: "hostUnknown"
        case .noNetwork: "noNetwork"
        case .cannotConnect: "unreachable"
        case .timedOut: "timedOut"
        case .tls: "insecure"
        case .tooManyRedirects: "tooManyRedirects"
        case .protocolViolation: "protocolViolation"
        case .connectionLost: "connectionLost"
        case .resources: "resources"
        }
    }

    public var sentence: String {
        switch self {
        case .badURL: explained("This is no address", words)
        case .hostUnknown: explained("The host is unknown", words)
        case .noNetwork: explained("There is no network connection", words)
        case .cannotConnect: explained("Nobody answers there", words)
        case .timedOut: explained("The server took too long", words)
        case .tls: explained("No secure connection could be made", words)
        case .tooManyRedirects: explained("The server redirects too often", words)
        case .protocolViolation: explained("The server does not keep to the protocol", words)
        case .connectionLost: explained("The connection broke", words)
        case .resources: explained("The system has no memory or descriptors left", words)
        }
    }

    public var remedy: String? {
        switch self {
        case .badURL: "An address begins with http:// or https://."
        case .hostUnknown: "Check the address, and whether the network works."
        case .noNetwork: "Connect the machine to a network."
        case .tls: "Check the machine's date and its certificates."
        case .resources: "Close other programs, or raise the limit of open files."
        case .cannotConnect, .timedOut, .connectionLost: "The server may be back later."
        case .tooManyRedirects, .protocolViolation: nil
        }
    }
}
