import TestSupport

extension AttackRow {
    /// Attacks with invalid HTTP responses. Some rows use `--policy kiosk`, with which the player must not give up.
    static let answerRows: [AttackRow] = [
        answer("header-line-100-MB", "one header line of 100 MB", .exit(76)) { connection, _, _ in
            connection.send("HTTP/1.1 200 OK\r\nX-Filler: ")
            connection.sendEndlessly([UInt8](repeating: 0x78, count: 65_536))
        },
        answer("status-line-100-MB", "a status line of 100 MB", .exit(76)) { connection, _, _ in
            connection.send("HTTP/1.1 200 ")
            connection.sendEndlessly([UInt8](repeating: 0x78, count: 65_536))
        },
        answer("headers-100-MB", "a hundred thousand header lines", .exit(76)) { connection, _, _ in
            connection.sendHeaders(totalling: 100_000_000)
        },
        kiosk("kiosk-404", "404") { connection, _, _ in connection.reply(status: "404 Not Found", text: "no") },
        kiosk("kiosk-empty", "an empty body") { connection, _, _ in
            connection.reply(headers: ["Content-Type: audio/mpeg"])
        },
        // Each of the program's tries follows ten redirects, and four tries in one second make 44 requests.
        kiosk("kiosk-redirects", "redirects for ever", requests: 44) { connection, _, _ in
            connection.redirect(to: "/again")
        },
        kiosk("kiosk-headers", "headers without end") { connection, _, _ in
            connection.sendHeaders(totalling: 100_000_000)
        },
    ]

    private static func answer(_ name: String, _ what: String, _ end: End, _ script: @escaping Script) -> AttackRow {
        AttackRow(name, what, end) { row in
            row.before = "\"Out of memory\", tried again until it gave up"
            row.script = script
        }
    }

    private static func kiosk(
        _ name: String, _ what: String, requests: Int = 10, _ script: @escaping Script
    ) -> AttackRow {
        AttackRow(name, "--policy kiosk, from the start: \(what)", .goesOn) { row in
            row.before = "it gave up after 0.05 s"
            row.requests = requests
            row.command = { ["play", "--quiet", "--output", "null", "--policy", "kiosk", $0.url] }
            row.script = script
        }
    }
}
