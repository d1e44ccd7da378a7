/// A message in a segment that accompanies the sound, such as ID3 metadata: an `emsg` box (ISO/IEC 23009-1 §5.10.3.3).
struct EventMessage {
    /// The time of the sound that the message belongs to.
    enum Time {
        /// A presentation time, counted like the times of the movie's samples.
        case absolute(MediaTime)
        /// The time from the segment's first sample to the sound that the message belongs to.
        case sinceSegment(MediaTime)
        /// The message gives no time, or an impossible one.
        case unknown
    }

    /// URI of the scheme, which defines what the message contains.
    var scheme: String
    var time: Time
    /// The content of the message, such as an ID3 tag. The bytes are borrowed from the box's body.
    var data: UnsafeRawBufferPointer

    /// Reads an `emsg` box. Returns nil if the box is incomplete or of an unknown version.
    /// - Parameter body: the box's body, at most ``Fmp4Demuxer/maximumMessage`` bytes.
    init?(_ body: UnsafeRawBufferPointer) {
        var reader = ByteReader(body)
        switch reader.read(UInt32.self) >> 24 {
        case 0:
            scheme = String(decoding: reader.readText(), as: UTF8.self)
            // Skips the text field `value`.
            _ = reader.readText()
            let timescale = reader.read(UInt32.self)
            time = Self.time(Int64(reader.read(UInt32.self)), timescale).map { .sinceSegment($0) } ?? .unknown
            // Skips the duration and the identifier.
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

    /// True if the message contains ID3 tags.
    ///
    /// Two schemes mean that a message contains ID3 tags: one of the Alliance for Open Media ("Carriage of ID3 Timed
    /// Metadata in the Common Media Application Format") and an older one that Apple's tools use.
    var isId3: Bool {
        scheme == "https://aomedia.org/emsg/ID3" || scheme == "https://developer.apple.com/streaming/emsg-id3"
    }

    private static func time(_ value: Int64, _ timescale: UInt32) -> MediaTime? {
        Fmp4Demuxer.time(value, timescale)
    }
}
