/// A message to the player: an `emsg` box (ISO/IEC 23009-1 §5.10.3.3).
struct EventMessage {
    /// The moment that the message belongs to.
    enum Time {
        /// A time on the movie's timeline.
        case absolute(MediaTime)
        /// The time from the first sample of the segment to the message.
        case sinceSegment(MediaTime)
        /// Not given, or out of range.
        case unknown
    }

    /// URI of the scheme that defines the message.
    var scheme: String
    var time: Time
    /// The message itself, borrowed from the box's body.
    var data: UnsafeRawBufferPointer

    /// Reads an `emsg` box. Returns nil if the box is incomplete or of an unknown version.
    /// - Parameter body: the box's body, at most ``Fmp4Demuxer/maximumMessage`` bytes.
    init?(_ body: UnsafeRawBufferPointer) {
        var reader = ByteReader(body)
        switch reader.read(UInt32.self) >> 24 {
        case 0:
            scheme = String(decoding: reader.readText(), as: UTF8.self)
            // The message's value.
            _ = reader.readText()
            let timescale = reader.read(UInt32.self)
            time = Self.time(Int64(reader.read(UInt32.self)), timescale).map { .sinceSegment($0) } ?? .unknown
            // The duration and the identifier.
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

    /// True if the message carries ID3 tags.
    ///
    /// Two schemes stand for ID3 tags: one of the Alliance for Open Media ("Carriage of ID3 Timed Metadata in the
    /// Common Media Application Format") and an older one that Apple's tools use.
    var isId3: Bool {
        scheme == "https://aomedia.org/emsg/ID3" || scheme == "https://developer.apple.com/streaming/emsg-id3"
    }

    private static func time(_ value: Int64, _ timescale: UInt32) -> MediaTime? {
        Fmp4Demuxer.time(value, timescale)
    }
}
