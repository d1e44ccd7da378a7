/// The HTTP request of a ``LoadServer``'s client.
struct LoadRequest {
    static let maximum = 8192

    var path: String
    var wantsTitles: Bool
    /// The value of the header `Host`, including the port.
    var host: String?
    var tag: String?

    /// Returns nil if the request is no GET request.
    init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0] == "GET" else { return nil }
        path = String(words[1].prefix { $0 != "?" })
        wantsTitles = false
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            switch line[..<colon].lowercased() {
            case "icy-metadata": wantsTitles = value == "1"
            case "host": host = String(value)
            case "if-none-match": tag = String(value)
            case _: break
            }
        }
    }

    /// Returns true if the head of the request is complete.
    static func isWhole(_ bytes: [UInt8]) -> Bool {
        bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) || bytes.suffix(2).elementsEqual("\n\n".utf8)
    }
}
