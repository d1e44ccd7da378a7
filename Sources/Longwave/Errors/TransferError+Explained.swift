import RadioFormats
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
        case .badURL: explained("This is not an address", words)
        case .hostUnknown: explained("Host not found", words)
        case .noNetwork: explained("There is no network connection", words)
        case .cannotConnect: explained("The server does not answer", words)
        case .timedOut: explained("The server took too long", words)
        case .tls: explained("The secure connection failed", words)
        case .tooManyRedirects: explained("The server redirects too often", words)
        case .protocolViolation: explained("The server broke the protocol", words)
        case .connectionLost: explained("The connection was lost", words)
        case .resources: explained("The system has no memory or file descriptors left", words)
        }
    }

    public var remedy: String? {
        switch self {
        case .badURL: "An address begins with http:// or https://."
        case .hostUnknown: "Check the address and the network connection."
        case .noNetwork: "Connect the computer to a network."
        case .tls: "Check the computer's clock and its certificates."
        case .resources: "Close other programs, or raise the limit of open files."
        case .cannotConnect, .timedOut, .connectionLost: "Try again later."
        case .tooManyRedirects, .protocolViolation: nil
        }
    }
}
