import TestSupport

extension AttackRow {
    /// Attacks by lists of stations that make the program work for minutes, or send requests that they have changed.
    static let listRows: [AttackRow] = [
        list("xml-attributes", "OPML of 4 MiB with one element of 400,000 attributes", "opml", exit: 0) {
            "<opml version=\"1.0\"><body><outline \($0 { "a\($0)=\"\" " })/></body></opml>"
        },
        list("asx-attributes", "the same as ASX, whose attributes have no blanks between them", "asx", exit: 0) {
            "<asx version=\"3.0\"><entry \($0 { "a\($0)=\"\"" })/></asx>"
        },
        list("xml-namespaces", "XSPF of 4 MiB with one element of 200,000 namespaces", "xspf", exit: 65) {
            "<playlist \($0 { "xmlns:a\($0)=\"u\($0)\" " })><title>T</title></playlist>"
        },
        list("asx-end-tags", "ASX of 4 MiB of end tags inside 4,000 elements", "asx", exit: 65) {
            "<asx>" + String(repeating: "<b>", count: 4000) + $0 { _ in "</i>" }
        },
        list("xspf-bases", "XSPF whose bases, one within another, make an address of 3 MB", "xspf", exit: 0) {
            let step = String(repeating: "x", count: 16_000) + "/"
            return "<playlist>" + String(repeating: "<track xml:base=\"\(step)\">", count: 190)
                + $0 { "<track><location>http:\($0)</location></track>" }
        },
        AttackRow("list-headers", "a list states headers that belong to the connection or to the request", .goesOn) {
            row in
            row.before = "Content-Length, Transfer-Encoding, Host and Connection were sent"
            row.reaches = "/radio"
            row.command = { place in
                let headers = (smuggled + ["X-Api-Key"]).map { "\"\($0)\": \"7\"" }.joined(separator: ", ")
                let library = try place.file(
                    "stations.json",
                    "{\"station\":[{\"name\":\"One\",\"streamURL\":\"\(place.url)\",\"headers\":{\(headers)}}]}")
                return ["play", "--quiet", "--output", "null", "--library", library, "one"]
            }
            row.script = { connection, _, _ in connection.play((try? Sample.mp3.read()) ?? []) }
            row.check = { place in
                place.station.requests.flatMap { request in
                    smuggled.filter { request[$0] == "7" }.map { "\($0) was sent" }
                        + (request["X-Api-Key"] == "7" ? [] : ["X-Api-Key was not sent"])
                }
            }
        },
    ]

    private static let smuggled = [
        "Content-Length", "transfer-encoding", "Host", "Connection", "Expect", "Upgrade", "TE", "Trailer",
        "Proxy-Authorization", "Range", "If-Range", "Accept-Encoding", "Keep-Alive",
    ]

    /// Returns a row that lists the stations of a file.
    /// - Parameter text: Returns the file's text. Its argument repeats a part, which gets the repetition's number, until
    ///   the parts have 4 MiB.
    private static func list(
        _ name: String, _ what: String, _ suffix: String, exit: Int32,
        _ text: @escaping @Sendable ((_ part: (Int) -> String) -> String) -> String
    ) -> AttackRow {
        AttackRow(name, what, .exit(exit)) { row in
            row.cpu = 30
            row.memory = 120
            row.command = { place in
                let length = place.isBrief ? 1 << 20 : 4 << 20
                let text = text { part in
                    var parts = ""
                    var count = 0
                    while parts.utf8.count < length {
                        parts += part(count)
                        count += 1
                    }
                    return parts
                }
                return ["list", "--library", try place.file("list.\(suffix)", text)]
            }
        }
    }
}
