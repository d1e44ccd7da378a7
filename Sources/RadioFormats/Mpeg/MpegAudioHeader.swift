/// The four-byte header of an MPEG audio frame.
///
/// ISO/IEC 11172-3 §2.4.1.3 and 13818-3 §2.4.2.3 define it; MPEG-2.5 comes from Fraunhofer.
package struct MpegAudioHeader: Hashable, Sendable {
    /// MPEG version. The raw values are those of two bits in the header; 1 is reserved.
    package enum Version: UInt8, Hashable, Sendable {
        case mpeg25 = 0
        case mpeg2 = 2
        case mpeg1 = 3
    }

    /// Layer. The raw values are those of two bits in the header; 0 is reserved.
    package enum Layer: UInt8, Hashable, Sendable {
        case layer3 = 1
        case layer2 = 2
        case layer1 = 3
    }

    /// How the channels are used. The raw values are those of two bits in the header.
    package enum ChannelMode: UInt8, Hashable, Sendable {
        case stereo = 0
        case jointStereo = 1
        case dualChannel = 2
        case mono = 3
    }

    /// Length of a header in bytes.
    package static let length = 4
    /// Length in bytes of the longest frame with a stated bit rate: 160 kbit/s of MPEG-2.5 Layer II at 8 kHz.
    package static let maximumFrameLength = 2881

    package var version: Version
    package var layer: Layer
    /// True if a checksum (CRC) of two bytes follows the header.
    package var hasChecksum: Bool
    /// Bits per second; nil for free format, whose frame length is known only from the distance between two headers.
    package var bitRate: Int?
    /// Samples per second.
    package var sampleRate: Int
    /// True if padding makes the frame longer: by four bytes in Layer I, by one byte otherwise.
    package var isPadded: Bool
    package var channelMode: ChannelMode

    package var channelCount: Int { channelMode == .mono ? 1 : 2 }

    /// Samples per channel in a frame.
    package var samplesPerFrame: Int {
        switch layer {
        case .layer1: 384
        case .layer2: 1152
        case .layer3: version == .mpeg1 ? 1152 : 576
        }
    }

    /// Number of bytes that padding adds to this frame.
    package var paddingLength: Int { isPadded ? (layer == .layer1 ? 4 : 1) : 0 }

    /// Length of the frame including its header, in bytes; nil for free format.
    package var frameLength: Int? {
        guard let bitRate else { return nil }
        return unpaddedLength(bitRate: bitRate) + paddingLength
    }

    /// Length in bytes of Layer III's side information (ISO/IEC 11172-3 §2.4.1.7), after the header and the CRC.
    package var sideInformationLength: Int {
        version == .mpeg1 ? (channelMode == .mono ? 17 : 32) : (channelMode == .mono ? 9 : 17)
    }

    /// Returns where the main data of a Layer III frame is, which is the encoded sound itself (ISO/IEC 11172-3
    /// §2.4.3.4).
    ///
    /// `begin` is the number of bytes of the frame's main data that are in earlier frames (the bit reservoir). `length`
    /// is the number of main-data bytes in the frame itself. Nil for other layers and for a frame that is too short.
    package static func mainData(of frame: UnsafeRawBufferPointer) -> (begin: Int, length: Int)? {
        guard let header = MpegAudioHeader(frame), header.layer == .layer3 else { return nil }
        let side = length + (header.hasChecksum ? 2 : 0)
        guard frame.count >= side + header.sideInformationLength else { return nil }
        let begin = header.version == .mpeg1 ? Int(frame[side]) << 1 | Int(frame[side + 1] >> 7) : Int(frame[side])
        return (begin, frame.count - side - header.sideInformationLength)
    }

    /// Reads a header.
    ///
    /// Returns nil if the sync word is missing, or the version, layer, bit rate or sample rate is reserved.
    ///
    /// Accepts a reserved value in the emphasis field, because decoders ignore that field.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.length, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0,
            let version = Version(rawValue: bytes[1] >> 3 & 3), let layer = Layer(rawValue: bytes[1] >> 1 & 3),
            let mode = ChannelMode(rawValue: bytes[3] >> 6)
        else { return nil }
        let bitRateIndex = Int(bytes[2] >> 4)
        let rateIndex = Int(bytes[2] >> 2 & 3)
        guard bitRateIndex != 15, rateIndex != 3 else { return nil }
        self.version = version
        self.layer = layer
        hasChecksum = bytes[1] & 1 == 0
        bitRate = bitRateIndex == 0 ? nil : Self.bitRate(version, layer, bitRateIndex)
        let rate =
            switch rateIndex {
            case 0: 44_100
            case 1: 48_000
            default: 32_000
            }
        sampleRate = version == .mpeg1 ? rate : version == .mpeg2 ? rate / 2 : rate / 4
        isPadded = bytes[2] & 2 != 0
        channelMode = mode
    }

    /// Returns whether a frame with this header and a frame with the header `other` can occur in one stream whose
    /// format does not change.
    ///
    /// Their bit rates may differ, but not their numbers of channels.
    package func isCompatible(with other: MpegAudioHeader) -> Bool {
        version == other.version && layer == other.layer && sampleRate == other.sampleRate
            && channelCount == other.channelCount && (bitRate == nil) == (other.bitRate == nil)
    }

    func unpaddedLength(bitRate: Int) -> Int {
        // A frame of Layer I consists of slots of four bytes. 384 samples / (8 bits per byte * 4 bytes per slot) = 12.
        layer == .layer1 ? 12 * bitRate / sampleRate * 4 : samplesPerFrame / 8 * bitRate / sampleRate
    }

    /// Returns the bits per second for a bit rate index 1…14 (ISO/IEC 11172-3 §2.4.2.3, 13818-3 §2.4.2.3).
    private static func bitRate(_ version: Version, _ layer: Layer, _ index: Int) -> Int {
        let kilobits =
            switch (version, layer) {
            case (.mpeg1, .layer1): index * 32
            case (.mpeg1, .layer2): mpeg1Layer2(index)
            case (.mpeg1, .layer3): mpeg1Layer3(index)
            case (.mpeg2, .layer1), (.mpeg25, .layer1): mpeg2Layer1(index)
            case (.mpeg2, .layer2), (.mpeg25, .layer2), (.mpeg2, .layer3), (.mpeg25, .layer3): mpeg2Layer2And3(index)
            }
        return kilobits * 1000
    }

    // The functions below replace tables of bit rates. An array would be a lazily initialised global, and Swift would
    // check its initialisation for every frame.

    /// Returns the bit rate of MPEG-1 Layer II for an index 1…14: 32 48 56 64 80 96 112 128 160 192 224 256 320 384
    /// kbit/s.
    private static func mpeg1Layer2(_ index: Int) -> Int {
        switch index {
        case 1: 32
        case 2...4: 32 + index * 8
        case 5...8: index * 16
        case 9...12: (index - 4) * 32
        default: (index - 8) * 64
        }
    }

    /// Returns the bit rate of MPEG-1 Layer III for an index 1…14: 32 40 48 56 64 80 96 112 128 160 192 224 256 320
    /// kbit/s.
    private static func mpeg1Layer3(_ index: Int) -> Int {
        switch index {
        case 1...5: 24 + index * 8
        case 6...9: (index - 1) * 16
        case 10...13: (index - 5) * 32
        default: 320
        }
    }

    /// Returns the bit rate of MPEG-2 Layer I for an index 1…14: 32 48 56 64 80 96 112 128 144 160 176 192 224 256
    /// kbit/s.
    private static func mpeg2Layer1(_ index: Int) -> Int {
        switch index {
        case 1: 32
        case 2...4: 32 + index * 8
        case 5...12: index * 16
        default: (index - 6) * 32
        }
    }

    /// Returns the bit rate of MPEG-2 Layers II and III for an index 1…14: 8 16 24 32 40 48 56 64 80 96 112 128 144 160
    /// kbit/s.
    private static func mpeg2Layer2And3(_ index: Int) -> Int {
        index <= 8 ? index * 8 : (index - 4) * 16
    }
}

extension MpegAudioHeader: AudioFrameHeader {
    var sampleCount: Int { samplesPerFrame }

    func freeFormatLength(in bytes: UnsafeRawBufferPointer) -> FreeFormatSearch.Answer {
        FreeFormatSearch.answer(self, bytes)
    }

    func namedBitRate(freeFormatLength: Int) -> Int? {
        bitRate ?? freeFormatLength * 8 * sampleRate / samplesPerFrame
    }

    func mediaFormat(bitRate: Int?) -> MediaFormat {
        let codec: AudioCodec =
            switch layer {
            case .layer1: .mpegLayer1
            case .layer2: .mpegLayer2
            case .layer3: .mpegLayer3
            }
        return MediaFormat(
            codec: codec, framing: .mpegAudio, sampleRate: sampleRate, channelCount: channelCount, bitRate: bitRate)
    }

    func information(in frame: UnsafeRawBufferPointer, isFirst: Bool) -> XingHeader? {
        XingHeader(frame, header: self, isFirst: isFirst)
    }
}
