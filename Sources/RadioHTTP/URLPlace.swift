import CCurl
import Glibc

/// The host and port of a URL as libcurl reads them.
///
/// A host may be written in many ways, such as `127.1`, `0x7f000001` or `%6c`.
struct URLPlace {
    /// The host in lower case, without the brackets of IPv6 and without a final dot.
    var host: String
    var port: Int

    /// Parses a URL. Returns nil if libcurl cannot parse it, or if the URL has no host.
    init?(_ url: String) {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        func part(_ part: CURLUPart, _ flags: Int32) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
            defer { curl_free(text) }
            return String(cString: text)
        }
        guard curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK,
            let host = part(CURLUPART_HOST, 0), let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap({ Int($0) })
        else { return nil }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = (isBracketed ? String(host.dropFirst().dropLast()) : host).lowercased()
        while self.host.hasSuffix(".") { self.host.removeLast() }
        self.port = port
    }

    /// True unless the URL itself shows that it does not lead to a public address (``PublicAddress``).
    ///
    /// The host name is not resolved, so any name except `localhost` and those that end with `.localhost` counts as
    /// public.
    var mayBePublic: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") { return false }
        var four = in_addr()
        // `inet_aton` also reads short, octal and hexadecimal addresses.
        if inet_aton(host, &four) != 0 { return PublicAddress.isPublic(withUnsafeBytes(of: four) { Array($0) }) }
        let bytes = NumericAddress.bytes(host)
        return bytes.isEmpty ? !host.contains(":") : PublicAddress.isPublic(bytes)
    }
}
