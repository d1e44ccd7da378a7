extension LoopbackConnection {
    /// Sends a complete response with `Content-Length`. The connection may then serve another request.
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

    /// Sends only the head of a response. The script sends the body with ``send(_:)``. The end of the connection ends
    /// the body.
    package func begin(statusLine: String = "HTTP/1.0 200 OK", headers: [String] = ["Content-Type: audio/mpeg"]) {
        send(([statusLine] + headers).joined(separator: "\r\n") + "\r\n\r\n")
    }

    package func redirect(to location: String, status: String = "302 Found") {
        reply(status: status, headers: ["Location: \(location)"], text: "elsewhere")
    }

    /// Redirects from a path that ends in a number to the next lower number, such as from `/chain/3` to `/chain/2`.
    /// Returns true for a path without such a number and for 0: the script must then send the response itself.
    package func followChain() -> Bool {
        let parts = request.path.split(separator: "/")
        guard let number = Int(parts.last ?? ""), number > 0 else { return true }
        redirect(to: "/" + (parts.dropLast().map(String.init) + ["\(number - 1)"]).joined(separator: "/"))
        return false
    }

    /// Sends one chunk of a response with `Transfer-Encoding: chunked`. An empty chunk ends the response.
    package func sendChunk(_ bytes: [UInt8]) {
        send(String(bytes.count, radix: 16) + "\r\n")
        send(bytes)
        send("\r\n")
    }

    /// Sends what a station would: a head and `sound`, and then nothing until the listener leaves.
    package func play(_ sound: [UInt8], headers: [String] = ["Content-Type: audio/mpeg", "icy-name: Test Station"]) {
        begin(headers: headers)
        send(sound)
        waitUntilClosed()
    }

    /// Sends no response, and waits until the peer closes the connection.
    package func neverAnswer() { waitUntilClosed() }

    /// Sends the bytes repeatedly until the peer has gone, and pauses for `milliseconds` after each repetition.
    package func sendEndlessly(_ bytes: [UInt8], every milliseconds: Int32 = 0) {
        while send(bytes) { if milliseconds > 0 { pause(milliseconds: milliseconds) } }
    }

    /// Sends bytes in pieces, with a pause between two pieces.
    package func send(_ bytes: [UInt8], inPiecesOf size: Int, every milliseconds: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty, send(Array(rest.prefix(size))) {
            rest = rest.dropFirst(size)
            if !rest.isEmpty { pause(milliseconds: milliseconds) }
        }
    }

    /// Sends a status line, at least this many bytes of header lines, and the empty line.
    package func sendHeaders(totalling bytes: Int, lineLength: Int = 1000) {
        send("HTTP/1.1 200 OK\r\n")
        let line = "X-Filler: " + String(repeating: "x", count: max(0, lineLength - 12)) + "\r\n"
        let block = Array(String(repeating: line, count: max(1, 65_536 / line.utf8.count)).utf8)
        var sent = 0
        while sent < bytes, send(block) { sent += block.count }
        send("\r\n")
    }
}
