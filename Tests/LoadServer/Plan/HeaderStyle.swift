/// The form of the status line and headers with which a mount of the ``LoadServer`` responds.
package enum HeaderStyle: CaseIterable, Sendable {
    /// `HTTP/1.0 200 OK`, as sent by Icecast.
    case http
    /// `ICY 200 OK`, as sent by SHOUTcast 1.
    case icy
    /// HTTP/1.1 with `Transfer-Encoding: chunked`, as sent by some proxies.
    case chunked

    func head(name: String, format: LoadFormat, metaint: Int?) -> String {
        let first =
            switch self {
            case .http: "HTTP/1.0 200 OK"
            case .icy: "ICY 200 OK"
            case .chunked: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked"
            }
        return """
            \(first)\r
            Content-Type: \(format.contentType)\r
            Cache-Control: no-cache\r
            icy-name: \(name)\r
            icy-br: 128\r
            icy-pub: 0\r
            \(metaint.map { "icy-metaint: \($0)\r\n" } ?? "")\r

            """
    }
}
