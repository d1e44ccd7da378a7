import CCurl
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
        set(CURLOPT_USERAGENT, string: request.userAgent)
        setHeaders(request, for: url)
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
        // A header in this list replaces the header of the same name that libcurl makes itself.
        var lines = request.wantsIcyMetadata ? ["Icy-MetaData: 1"] : []
        let headers = request.headers.merging(request.stationHeaders.fields(for: url)) { first, _ in first }
        for (name, value) in headers.sorted(by: { $0.key < $1.key })
        where Self.isClean(name) && Self.isClean(value) && !name.isEmpty {
            // libcurl sends a header without a value if the line is "Name;".
            lines.append(value.allSatisfy { $0 == " " } ? "\(name);" : "\(name): \(value)")
        }
        set(CURLOPT_HTTPHEADER, list: CurlList(lines))
    }

    /// Sets time limits, keep-alive, the shared TLS sessions and the trusted certificates.
    private func setConnection(_ request: TransferRequest, _ resources: CurlMulti.Resources) {
        set(CURLOPT_NOSIGNAL, true)
        // Without this option, removing a handle waits for its name look-up, which can take seconds.
        set(CURLOPT_QUICK_EXIT, true)
        set(CURLOPT_SHARE, pointer: resources.share)
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(max(request.connectTimeout.nanoseconds / 1_000_000, 1)))
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
