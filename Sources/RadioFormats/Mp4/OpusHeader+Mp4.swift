extension OpusHeader {
    /// Reads the body of a `dOps` box, whose fields are those of an Ogg header in big-endian order. Accepts version 0.
    init?(mp4 body: UnsafeRawBufferPointer) {
        guard body.count >= 11, body[0] == 0 else { return nil }
        var header = Array("OpusHead".utf8) + [1, body[1]]
        // The pre-skip, the input rate and the gain.
        for field in [2..<4, 4..<8, 8..<10] { header += body[field].reversed() }
        header += body[10...]
        guard let read = header.withUnsafeBytes({ OpusHeader($0) }) else { return nil }
        self = read
    }
}
