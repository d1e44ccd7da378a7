import CCurl
import RadioFormats
import RadioLoop

extension EasyHandle {
    /// Creates a handle with all options for `request`.
    ///
    /// `transfer` must live at least until the handle is removed from the multi handle.
    convenience init(
        _ request: TransferRequest, resources: CurlMulti.Resources, transfer: Transfer
    ) throws(TransferError) {
        let url = try Self.checked(request.url)
        try self.init()
        set(CURLOPT_URL, string: url)
        setProtocol(request)
        if transfer.isRaw { setRaw(request, url) }
        set(CURLOPT_USERAGENT, string: request.userAgent)
        setHeaders(request, for: url)
        if let session = request.session { begin(session) }
        set(CURLOPT_HTTP200ALIASES, list: resources.aliases)
        // The headers of a proxy's response to CONNECT are not passed to the transfer, because they do not belong to
        // the response to the request.
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        if let body = request.body { setBody(body) }
        setConnection(request, resources)
        setCallbacks(transfer)
        guard isComplete else { throw .resources("out of memory") }
    }

    private func setProtocol(_ request: TransferRequest) {
        set(CURLOPT_PROTOCOLS_STR, string: "http,https")
        set(CURLOPT_REDIR_PROTOCOLS_STR, string: "http,https")
        set(CURLOPT_FOLLOWLOCATION, true)
        set(CURLOPT_MAXREDIRS, max(0, request.maximumRedirects))
        // Sound uses HTTP/1.1, because libcurl buffers tens of megabytes of a paused HTTP/2 transfer.
        set(CURLOPT_HTTP_VERSION, Int(request.isSound ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS))
        // The empty string permits every compression that libcurl knows. If `isSound` is true, compression is permitted
        // only if the request says so.
        if !request.isSound || request.acceptsCompressed { set(CURLOPT_ACCEPT_ENCODING, string: "") }
    }

    /// Makes libcurl send an HTTP request without reading the head of the response: gopher sends what the URL says, and
    /// passes on all bytes of the response.
    private func setRaw(_ request: TransferRequest, _ url: String) {
        guard let place = URLPlace(url), let scheme = url.firstRange(of: "://") else { return }
        let target = url[scheme.upperBound...].drop { !"/?#".contains($0) }.prefix { $0 != "#" }
        let authority = NumericAddress.text(place.host, port: place.port)
        var lines = ["GET \(target.hasPrefix("/") ? "" : "/")\(target) HTTP/1.0", "Host: \(authority)"]
        if !request.headers.keys.contains(where: { $0.lowercased() == "user-agent" }) {
            lines.append("User-Agent: \(request.userAgent)")
        }
        lines += Self.headerLines(request, for: url)
        let text = lines.map { $0 + "\r\n" }.joined()
        let selector = text.utf8.map { "%" + String(256 + Int($0), radix: 16).dropFirst() }
        let isSecure = url.lowercased().hasPrefix("https:")
        set(CURLOPT_URL, string: "gopher\(isSecure ? "s" : "")://\(authority)/1" + selector.joined())
        set(CURLOPT_PROTOCOLS_STR, string: "gopher,gophers")
    }

    /// Sets the body of a `POST`. A redirect ends the transfer, because the body is meant for the URL's server only.
    private func setBody(_ body: [UInt8]) {
        set(CURLOPT_POST, true)
        set(CURLOPT_POSTFIELDSIZE, body.count)
        var body = body
        // libcurl copies the number of bytes that CURLOPT_POSTFIELDSIZE says.
        body.withUnsafeMutableBytes { bytes in
            withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) {
                set(CURLOPT_COPYPOSTFIELDS, pointer: bytes.baseAddress ?? $0.baseAddress)
            }
        }
        set(CURLOPT_MAXREDIRS, 0)
    }

    /// Sets the request headers for `url`. Called again after each redirect, because some headers are sent to certain
    /// hosts only.
    func setHeaders(_ request: TransferRequest, for url: String) {
        if request.session != nil {
            // libcurl adds its cookies to this header, which must not be in the list then.
            let cookie = Self.headers(request, for: url).first {
                $0.key.lowercased() == "cookie" && Self.isClean($0.value)
            }
            set(CURLOPT_COOKIE, string: cookie?.value)
        }
        // A header in this list replaces the header of the same name that libcurl makes itself.
        set(CURLOPT_HTTPHEADER, list: CurlList(Self.headerLines(request, for: url)))
    }

    private static func headers(_ request: TransferRequest, for url: String) -> [String: String] {
        request.headers.merging(request.stationHeaders.fields(for: url)) { first, _ in first }
    }

    /// Returns the request headers for `url` as libcurl wants them, except cookies of a session.
    private static func headerLines(_ request: TransferRequest, for url: String) -> [String] {
        var lines = request.wantsIcyMetadata ? ["Icy-MetaData: 1"] : []
        for (name, value) in headers(request, for: url).sorted(by: { $0.key < $1.key })
        where isClean(name) && isClean(value) && !name.isEmpty
            && (request.session == nil || name.lowercased() != "cookie")
        {
            // libcurl sends a header without a value if the line is "Name;".
            lines.append(value.allSatisfy { $0 == " " } ? "\(name);" : "\(name): \(value)")
        }
        return lines
    }

    /// Sets time limits, keep-alive, the shared TLS sessions and the trusted certificates.
    private func setConnection(_ request: TransferRequest, _ resources: CurlMulti.Resources) {
        set(CURLOPT_NOSIGNAL, true)
        // Without this option, removing a handle waits for its name look-up, which can take seconds.
        set(CURLOPT_QUICK_EXIT, true)
        set(CURLOPT_SHARE, pointer: resources.share)
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(max(request.connectTimeout.nanoseconds / 1_000_000, 1)))
        if let address = request.address {
            // "::" stands for any host and port of the URL.
            set(CURLOPT_CONNECT_TO, list: CurlList(["::" + NumericAddress.text(address) + ":"]))
        }
        if request.isSound, !request.remembersNames { set(CURLOPT_DNS_CACHE_TIMEOUT, 0) }
        set(CURLOPT_TCP_KEEPALIVE, true)
        set(CURLOPT_TCP_KEEPIDLE, 30)
        set(CURLOPT_TCP_KEEPINTVL, 10)
        set(CURLOPT_BUFFERSIZE, Transfer.bufferSize)
        if let file = resources.certificateFile {
            set(CURLOPT_CAINFO, string: file)
        } else if let folder = CurlLibrary.certificateFolder {
            set(CURLOPT_CAINFO, string: nil)
            set(CURLOPT_CAPATH, string: folder)
        }
    }

    /// Returns the URL with its spaces percent-encoded, because people paste URLs with spaces.
    ///
    /// Throws ``TransferError/badURL(_:)`` unless the scheme is `http` or `https` and the URL contains no control
    /// characters.
    private static func checked(_ url: String) throws(TransferError) -> String {
        guard let colon = url.firstRange(of: "://"),
            ["http", "https"].contains(url[..<colon.lowerBound].lowercased())
        else { throw .badURL("not an http or https URL: \(url.prefix(200))") }
        guard isClean(url) else { throw .badURL("the URL contains control characters") }
        return url.contains(" ")
            ? url.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20") : url
    }

    /// Returns true if the text has no control characters, so it cannot end its line in a request.
    private static func isClean(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 32 && $0 != 127 } }
}
