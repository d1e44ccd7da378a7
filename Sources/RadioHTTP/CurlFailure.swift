import CCurl
import Glibc
import RadioFormats
import RadioLoop

/// A failed transfer as libcurl reported it.
struct CurlFailure {
    var code: CURLcode
    /// libcurl's description of the failure.
    var words: String
    /// The host and port of the requested URL (after redirects, of the last URL), without credentials.
    var host: String
    /// True if the process can open another file. If false, a failed connection counts as a lack of descriptors, which
    /// libcurl does not report as such.
    var hasDescriptors: Bool
    /// The `errno` of the last connection that failed, or 0 if no connection failed.
    var systemError: Int32
    /// Returns true if this computer has a network.
    var hasNetwork: () -> Bool = { NetworkState.isConnected }
    /// The computer's clock, in seconds since 1970.
    var now = time(nil)
    /// True if the request was sent, so that libcurl was reading header lines or the trailers after a body.
    var isInHeaders: Bool

    private var text: String {
        host.isEmpty || words.contains(host) ? words : "\(host): \(words)"
    }

    /// The failure as an error whose case shows the remedy.
    var error: TransferError {
        switch code {
        case CURLE_URL_MALFORMAT: return .badURL(text)
        // libcurl uses this code for a URL that is neither HTTP nor HTTPS (Protocol "file" not supported …), and for a
        // response that is not HTTP.
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
            return .tls(tlsReason.map { (host.isEmpty ? "" : "\(host): ") + "\($0) (\(words))" } ?? text)
        case CURLE_TOO_MANY_REDIRECTS: return .tooManyRedirects(text)
        case CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING: return .connectionLost(text)
        // libcurl reports lack of memory if a header line exceeds 100 KiB, or a trailer line 4 KiB.
        case CURLE_OUT_OF_MEMORY:
            return isInHeaders ? .protocolViolation("\(host): a header line is too long") : .resources(text)
        case CURLE_FAILED_INIT, CURLE_WRITE_ERROR: return .resources(text)
        default: return .protocolViolation(text)
        }
    }

    /// Libcurl's and OpenSSL's words for failures of TLS, and what they mean.
    private static let tlsReasons: [(words: [String], reason: String)] = [
        (["not yet valid"], "the certificate is not valid yet, or this computer's date is wrong: DATE"),
        (["has expired"], "the certificate has expired, or this computer's date is wrong: DATE"),
        (
            ["wrong version number", "packet length too long", "http request"],
            "the server does not use TLS at this port"
        ),
        (
            [
                "unsupported protocol", "alert protocol version", "inappropriate fallback", "legacy renegotiation",
                "legacy sigalg",
            ],
            "the server knows only an old version of TLS, which is not secure"
        ),
        (
            ["key too small", "md too weak", "handshake failure", "no shared cipher"],
            "the server's encryption is too weak or unknown"
        ),
        (["self-signed", "self signed", "local issuer"], "no known authority confirms the server's certificate"),
        (["subject name", "does not match"], "the certificate belongs to another host"),
    ]

    /// The meaning of a failure of TLS for a listener, with the computer's date if the date may be the reason.
    private var tlsReason: String? {
        guard let found = Self.tlsReasons.first(where: { $0.words.contains(where: words.contains) }) else { return nil }
        var (now, date) = (now, tm())
        localtime_r(&now, &date)
        let parts = [date.tm_year + 1900, date.tm_mon + 1, date.tm_mday].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return found.reason.replacing("DATE", with: parts.joined(separator: "-"))
    }

    /// Returns true if the process can open another file. The function opens `/` to find out.
    static func canOpenDescriptors() -> Bool {
        let descriptor = open("/", O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }

    /// Returns the host and port of a URL.
    static func host(of url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return "" }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
    }
}
