import CCurl
import RadioLoop

extension EasyHandle {
    /// A handle with everything set for `request`. The transfer must outlive its stay in the multi handle.
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
        // A proxy's answer to CONNECT is no response to the request.
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
        // A paused HTTP/2 transfer buffers tens of megabytes.
        set(CURLOPT_HTTP_VERSION, Int(request.isSound ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS))
        // Sound comes as it is; for lists everything that the library can unpack.
        if !request.isSound || request.acceptsCompressed { set(CURLOPT_ACCEPT_ENCODING, string: "") }
    }

    /// What is sent is for the server that was named: a redirect ends the transfer.
    private func setBody(_ body: [UInt8]) {
        set(CURLOPT_POST, true)
        set(CURLOPT_POSTFIELDSIZE, body.count)
        var body = body
        // The library takes a copy of so many bytes.
        body.withUnsafeMutableBytes { bytes in
            withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) {
                set(CURLOPT_COPYPOSTFIELDS, pointer: bytes.baseAddress ?? $0.baseAddress)
            }
        }
        set(CURLOPT_MAXREDIRS, 0)
    }

    /// Once more after each redirect: not all of them go everywhere.
    func setHeaders(_ request: TransferRequest, for url: String) {
        // Headers of the list win over those that the library makes itself.
        var lines = request.wantsIcyMetadata ? ["Icy-MetaData: 1"] : []
        let headers = request.headers.merging(request.stationHeaders.fields(for: url)) { first, _ in first }
        for (name, value) in headers.sorted(by: { $0.key < $1.key })
        where Self.isClean(name) && Self.isClean(value) && !name.isEmpty {
            // "Name;" is the library's way to send a header without a value.
            lines.append(value.allSatisfy { $0 == " " } ? "\(name);" : "\(name): \(value)")
        }
        set(CURLOPT_HTTPHEADER, list: CurlList(lines))
    }

    private func setConnection(_ request: TransferRequest, _ resources: CurlMulti.Resources) {
        set(CURLOPT_NOSIGNAL, true)
        // Else removing a handle waits for its name look-up, for seconds.
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

    /// `http` and `https` only; a space in the path, which people paste, is encoded.
    private static func checked(_ url: String) throws(TransferError) -> String {
        guard let colon = url.firstRange(of: "://"),
            ["http", "https"].contains(url[..<colon.lowerBound].lowercased())
        else { throw .badURL("not an http or https URL: \(url.prefix(200))") }
        guard isClean(url) else { throw .badURL("the URL contains control characters") }
        return url.contains(" ")
            ? url.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20") : url
    }

    /// Whether a string cannot end its line in a request.
    private static func isClean(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 32 && $0 != 127 } }
}
