/// How a probe's capture is written: the last answer's head as it came, an empty line, and the body without its transfer
/// coding. `inspect` reads it.
enum CaptureFormat {
    /// The body is unpacked already: what the head said of it stands under another name.
    static let unpackedPrefix = "X-Unpacked-"

    /// A line of a head, as it is written.
    static func line(_ line: UnsafeRawBufferPointer) -> [UInt8] {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        let isCoding = String(decoding: name, as: UTF8.self).lowercased() == "transfer-encoding"
        return (isCoding ? Array(unpackedPrefix.utf8) : []) + Array(line)
    }

    /// Whether the line begins an answer.
    static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.starts(with: "HTTP/".utf8) || line.starts(with: "ICY ".utf8)
    }
}
