/// Cuts a stream of MPEG audio (MPEG-1, 2, 2.5; Layers I to III) into its frames without decoding them.
///
/// The framer starts at any byte: it skips garbage until it finds a header with two more headers at the right distances
/// after it. ID3v2 tags are emitted as metadata (see ``Id3TagReader``); ID3v1 and APE tags are skipped. The framer emits
/// a format before the first packet and at each change, and a discontinuity where bytes were lost between two packets.
/// It never emits `.end`. A frame with a Xing, Info or VBRI header holds no sound and is not emitted as a packet: see
/// ``information``.
package struct MpegAudioFramer {
    private var chain = FrameChain<MpegAudioHeader>()
    /// Cuts off what an encoder added; nil for a stream that is not a file.
    private var trim: EncoderTrim?

    /// Creates a framer.
    /// - Parameter isFile: True if the bytes are a file from its first byte on. The samples that an encoder added at its
    ///   beginning and end then become the packets' leads and tails.
    package init(isFile: Bool = false) { trim = isFile ? EncoderTrim() : nil }

    /// Number of bytes since the last frame that belong neither to a frame nor to a tag.
    package var bytesSinceLastFrame: Int { chain.garbage }

    /// True if more than ``AudioFraming/maximumGarbage`` bytes in a row contained no frame. The stream is then not MPEG
    /// audio, or no longer.
    package var isGarbage: Bool { chain.garbage > AudioFraming.maximumGarbage }

    /// The description of the whole file in its first frame (a Xing or similar header), available before the first
    /// packet; nil if there is none.
    package var information: XingHeader? { chain.information }

    /// The header of the last emitted frame; nil before the first one.
    package var lastHeader: MpegAudioHeader? { chain.lastHeader }

    /// Duration of the file as it states itself, without the samples that the encoder added at both ends; nil if not
    /// given.
    package var statedDuration: MediaTime? {
        guard let count = trim?.statedCount, let header = chain.lastHeader else { return nil }
        return MediaTime(samples: Int64(count), rate: header.sampleRate)
    }

    /// Takes an ID3v2 tag that is before the first byte fed.
    package mutating func begin(after tag: TimedMetadata) { trim?.take(tag) }

    /// Takes the next bytes.
    ///
    /// A packet borrows its bytes from the input or the framer, and is valid only during the call of `emit`, which must
    /// not access the framer.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        guard var trim else { return chain.feed(bytes) { $0.hand(on: emit) } }
        chain.feed(bytes) { Self.hand($0, on: emit, &trim) }
        self.trim = trim
    }

    /// Ends the stream: emits the frames that are still complete, and drops the bytes of an incomplete one.
    package mutating func finish(_ emit: (StreamElement) -> Void) {
        guard var trim else { return chain.finish { $0.hand(on: emit) } }
        chain.finish { Self.hand($0, on: emit, &trim) }
        self.trim = trim
    }

    private static func hand(_ piece: FramePiece, on emit: (StreamElement) -> Void, _ trim: inout EncoderTrim) {
        switch piece {
        case .element(.packet(let packet), _): emit(.packet(trim.cut(packet)))
        case .element(let element, _): emit(element)
        case .passed(.information(let header), _, _): trim.take(header)
        case .passed: break
        }
    }
}
