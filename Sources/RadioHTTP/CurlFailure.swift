import CCurl
import Glibc
import RadioLoop

/// Why the library gave up, as it says it.
struct CurlFailure {
    var code: CURLcode
    /// The library's words.
    var words: String
    /// The host that it happened with, without credentials.
    var host: String
    /// Whether the process may open another file: the library does not tell when it could not have a socket.
    var hasDescriptors: Bool
    /// What the system said of the last connection that failed; 0 where none did.
    var systemError: Int32
    /// Whether this machine has a network.
    var hasNetwork: () -> Bool = { NetworkState.isConnected }
    /// Whether the request was sent, so that lines of its answer were read: of its head, or behind its body.
    var isInHeaders: Bool

    private var text: String {
        host.isEmpty || words.contains(host) ? words : "\(host): \(words)"
    }

    /// What the caller can do about it.
    var error: TransferError {
        switch code {
        case CURLE_URL_MALFORMAT: return .badURL(text)
        // Both a foreign scheme (Protocol "file" not supported …) and an answer in no version of HTTP.
        case CURLE_UNSUPPORTED_PROTOCOL: return words.hasPrefix("Protocol ") ? .badURL(text) : .protocolViolation(text)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return hasNetwork() ? .hostUnknown(text) : .noNetwork(text)
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY:
            if [ENETUNREACH, EHOSTUNREACH, ENETDOWN].contains(systemError), !hasNetwork() { return .noNetwork(text) }
            return hasDescriptors ? .cannotConnect(text) : .resources(text)
        case CURLE_OPERATION_TIMEDOUT: return .timedOut(text)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
            return .tls(text)
        case CURLE_TOO_MANY_REDIRECTS: return .tooManyRedirects(text)
        case CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING: return .connectionLost(text)
        // The library refuses a line over 100 KiB, and over 4 KiB behind a body, by saying that memory is out.
        case CURLE_OUT_OF_MEMORY:
            return isInHeaders ? .protocolViolation("\(host): a header line is too long") : .resources(text)
        case CURLE_FAILED_INIT, CURLE_WRITE_ERROR: return .resources(text)
        default: return .protocolViolation(text)
        }
    }

    /// Tries it.
    static func canOpenDescriptors() -> Bool {
        let descriptor = open("/", O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }

    /// The host and port of a URL.
    static func host(of url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return "" }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
    }
}
