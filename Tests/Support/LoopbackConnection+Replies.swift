extension LoopbackConnection {
    /// A whole reply with `Content-Length`; the connection may serve another request.
    package func reply(
        status: String = "200 OK", headers: [String] = ["Content-Type: text/plain"], body: [UInt8] = []
    ) {
        let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.count)"]
        send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        send(body)
        isKeptAlive = true
    }

    package func reply(status: String = "200 OK", headers: [String] = ["Content-Type: text/plain"], text: String) {
        reply(status: status, headers: headers, body: Array(text.utf8))
    }

    /// Only the head of a reply: the body follows by ``send(_:)`` until the connection is closed.
    package func begin(statusLine: String = "HTTP/1.0 200 OK", headers: [String] = ["Content-Type: audio/mpeg"]) {
        send(([statusLine] + headers).joined(separator: "\r\n") + "\r\n\r\n")
    }

    package func redirect(to location: String, status: String = "302 Found") {
        reply(status: status, headers: ["Location: \(location)"], text: "elsewhere")
    }

    /// A chain of redirects on paths that end in a number: `/chain/3` leads to `/chain/2`, and `/chain/0` is the end:
    /// true there, and the script answers.
    package func followChain() -> Bool {
        let parts = request.path.split(separator: "/")
        guard let number = Int(parts.last ?? ""), number > 0 else { return true }
        redirect(to: "/" + (parts.dropLast().map(String.init) + ["\(number - 1)"]).joined(separator: "/"))
        return false
    }

    /// One chunk of a reply with `Transfer-Encoding: chunked`; an empty one is the last.
    package func sendChunk(_ bytes: [UInt8]) {
        send(String(bytes.count, radix: 16) + "\r\n")
        send(bytes)
        send("\r\n")
    }

    /// A station: its head, some sound at once, and then nothing until the listener leaves.
    package func play(_ sound: [UInt8], headers: [String] = ["Content-Type: audio/mpeg", "icy-name: Test Station"]) {
        begin(headers: headers)
        send(sound)
        waitUntilClosed()
    }

    /// Accepts the request and says nothing until the peer gives up.
    package func neverAnswer() { waitUntilClosed() }

    /// Sends the bytes again and again until the peer has gone; with a pause between, else as fast as it takes them.
    package func sendEndlessly(_ bytes: [UInt8], every milliseconds: Int32 = 0) {
        while send(bytes) { if milliseconds > 0 { pause(milliseconds: milliseconds) } }
    }

    /// Sends in pieces with a pause between.
    package func send(_ bytes: [UInt8], inPiecesOf size: Int, every milliseconds: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty, send(Array(rest.prefix(size))) {
            rest = rest.dropFirst(size)
            if !rest.isEmpty { pause(milliseconds: milliseconds) }
        }
    }

    /// A status line and header lines without an end to them: this many bytes, then the empty line.
    package func sendHeaders(totalling bytes: Int, lineLength: Int = 1000) {
        send("HTTP/1.1 200 OK\r\n")
        let line = "X-Filler: " + String(repeating: "x", count: max(0, lineLength - 12)) + "\r\n"
        let block = Array(String(repeating: line, count: max(1, 65_536 / line.utf8.count)).utf8)
        var sent = 0
        while sent < bytes, send(block) { sent += block.count }
        send("\r\n")
    }
}
