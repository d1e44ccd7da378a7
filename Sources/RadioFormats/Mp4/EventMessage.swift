/// A message for whoever plays: an `emsg` box (ISO/IEC 23009-1 §5.10.3.3).
struct EventMessage {
    /// When it is meant.
    enum Time {
        /// On the movie's timeline.
        case absolute(MediaTime)
        /// After the first sample of the segment.
        case sinceSegment(MediaTime)
        /// Not told, or beyond all bounds.
        case unknown
    }

    /// Who defined it.
    var scheme: String
    var time: Time
    var data: UnsafeRawBufferPointer

    /// - Parameter body: of the box, at most some KiB.
    init?(_ body: UnsafeRawBufferPointer) {
        var reader = ByteReader(body)
        switch reader.read(UInt32.self) >> 24 {
        case 0:
            scheme = String(decoding: reader.readText(), as: UTF8.self)
            // Its value.
            _ = reader.readText()
            let timescale = reader.read(UInt32.self)
            time = Self.time(Int64(reader.read(UInt32.self)), timescale).map { .sinceSegment($0) } ?? .unknown
            // Duration and number.
            reader.skip(8)
        case 1:
            let timescale = reader.read(UInt32.self)
            time =
                Int64(exactly: reader.read(UInt64.self)).flatMap { Self.time($0, timescale) }.map { .absolute($0) }
                ?? .unknown
            reader.skip(8)
            scheme = String(decoding: reader.readText(), as: UTF8.self)
            _ = reader.readText()
        case _: return nil
        }
        guard !reader.isExhausted else { return nil }
        data = reader.rest
    }

    /// Whether ID3 tags are in it: "Carriage of ID3 Timed Metadata in the Common Media Application Format" of the Alliance
    /// for Open Media, and what Apple's tools wrote before it.
    var isId3: Bool {
        scheme == "https://aomedia.org/emsg/ID3" || scheme == "https://developer.apple.com/streaming/emsg-id3"
    }

    private static func time(_ value: Int64, _ timescale: UInt32) -> MediaTime? {
        Fmp4Demuxer.time(value, timescale)
    }
}
