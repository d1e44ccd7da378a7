/// The format of a probe's capture, which `inspect` reads.
///
/// A capture contains the last response's head as received, an empty line, and the body without its transfer coding.
enum CaptureFormat {
    /// The prefix that a capture puts before the name of the header `Transfer-Encoding`, because the captured body no
    /// longer has that coding.
    static let unpackedPrefix = "X-Unpacked-"

    /// Returns a line of a response's head as it is written to the capture: unchanged, except the header
    /// `Transfer-Encoding`.
    static func line(_ line: UnsafeRawBufferPointer) -> [UInt8] {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        let isCoding = String(decoding: name, as: UTF8.self).lowercased() == "transfer-encoding"
        return (isCoding ? Array(unpackedPrefix.utf8) : []) + Array(line)
    }

    /// Returns whether the line begins a response.
    static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.starts(with: "HTTP/".utf8) || line.starts(with: "ICY ".utf8)
    }
}
