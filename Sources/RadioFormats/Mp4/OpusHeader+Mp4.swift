extension OpusHeader {
    /// Reads the body of a `dOps` box. It has the fields of an Ogg Opus header, but in big-endian order. Returns nil if
    /// the version is not 0.
    init?(mp4 body: UnsafeRawBufferPointer) {
        guard body.count >= 11, body[0] == 0 else { return nil }
        var header = Array("OpusHead".utf8) + [1, body[1]]
        // Reverses the bytes of the pre-skip, the input sample rate and the gain, which are little-endian in Ogg.
        for field in [2..<4, 4..<8, 8..<10] { header += body[field].reversed() }
        header += body[10...]
        guard let read = header.withUnsafeBytes({ OpusHeader($0) }) else { return nil }
        self = read
    }
}
