import RadioJSON
import RadioLists

/// Writes a status page for a ``LoadServer``'s mounts, like Icecast's `/status-json.xsl`.
enum StatusPage {
    static let path = "/status-json.xsl"

    static func json(_ mounts: [LoadMount], base: String) -> String {
        let sources = mounts.map { mount in
            JSONValue.object([
                "listenurl": .string(base + mount.plan.path), "server_name": .string(mount.plan.name),
                "server_type": .string("audio/mpeg"), "title": .string(mount.title.text),
                "listeners": .number(Double(mount.listeners)), "bitrate": .number(128),
            ])
        }
        // Like Icecast, this function writes a single source as an object and several sources as a list.
        let source = sources.count == 1 ? sources[0] : .array(sources)
        return JSONValue.object([
            "icestats": .object(["server_id": .string("Icecast 2.4.4"), "source": source])
        ]).text
    }

    static func answer(_ body: String, asked tag: String?) -> [UInt8] {
        let own = "\"\(String(hash(body), radix: 16))\""
        guard tag != own else {
            return Array("HTTP/1.1 304 Not Modified\r\nETag: \(own)\r\nConnection: close\r\n\r\n".utf8)
        }
        let head = """
            HTTP/1.1 200 OK\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            ETag: \(own)\r
            Connection: close\r
            \r

            """
        return Array(head.utf8) + Array(body.utf8)
    }

    /// Returns the FNV-1a hash of a text, for the page's ETag.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }
    }
}
