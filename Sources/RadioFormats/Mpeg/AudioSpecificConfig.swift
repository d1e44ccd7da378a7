/// The AudioSpecificConfig: the values that a decoder needs for AAC frames without headers (ISO/IEC 14496-3 §1.6.2.1).
///
/// It is found in the `esds` box of MP4 files, in LATM's StreamMuxConfig and in
/// ``MediaFormat/Framing/raw(audioSpecificConfig:)``.
package struct AudioSpecificConfig: Hashable, Sendable {
    /// How the configuration announces spectral band replication (SBR) and parametric stereo (§1.6.5.2).
    ///
    /// A stream may use both without an announcement. Then only the decoder finds out that it does.
    package enum Signalling: Hashable, Sendable {
        /// The configuration begins with object type 5 (SBR) or 29 (parametric stereo).
        case explicit
        /// An extension at the end of the configuration announces them. Old decoders ignore it.
        case backwardCompatible
        /// No announcement.
        case none
    }

    /// Object type, without regard to SBR and parametric stereo: 1 Main, 2 LC, 4 LTP …, 34 Layer III, 42 xHE-AAC
    /// (§1.5.1.1).
    package var objectType: Int
    /// Samples per second without SBR. SBR doubles the rate; a frame's duration stays the same.
    package var sampleRate: Int
    /// Samples per second that the configuration states for the sound with SBR; nil if it states none.
    package var extensionSampleRate: Int?
    /// Number of channels without parametric stereo. With parametric stereo, one channel decodes to two.
    package var channelCount: Int
    /// Samples per channel in a frame, counted at ``sampleRate``: 1024 or 960; for the low-delay object types 512 or
    /// 480.
    package var frameLength: Int
    package var signalling: Signalling = .none
    /// Whether SBR is announced as present or absent; nil without an announcement.
    package var hasSbr: Bool?
    /// Whether parametric stereo is announced as present or absent; nil without an announcement.
    package var hasPs: Bool?
    /// Length of the configuration in bits. In LATM, other data follows it.
    ///
    /// For object types that Longwave does not decode (see ``problem``), this is the length of the part that all types
    /// have in common.
    package private(set) var bitCount = 0

    /// Reads a configuration. Returns nil if it is cut off, or contains a reserved value for the sample rate or the
    /// channels.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = BitReader(bytes)
        self.init(&reader, end: reader.bitCount)
    }

    package init?(_ bytes: [UInt8]) {
        guard let read = bytes.withUnsafeBytes({ AudioSpecificConfig($0) }) else { return nil }
        self = read
    }

    /// Reads a configuration from the current position of `reader`.
    /// - Parameter end: the position of the bit after the configuration; nil if unknown, as in LATM's first version.
    ///   Then the optional extension is not read.
    init?(_ reader: inout BitReader, end: Int?) {
        let start = reader.position
        var type = Self.readObjectType(&reader)
        guard let rate = Self.readRate(&reader) else { return nil }
        let configuration = reader.read(4)
        sampleRate = rate
        if type == 5 || type == 29 {
            signalling = .explicit
            hasSbr = true
            hasPs = type == 29 ? true : nil
            guard let rate = Self.readRate(&reader) else { return nil }
            extensionSampleRate = rate
            type = Self.readObjectType(&reader)
            if type == 22 { reader.skip(4) }
        }
        objectType = type
        frameLength = 1024
        channelCount = 0
        if Self.isGeneral(type) {
            guard readGeneral(&reader, configuration: configuration, origin: start) else { return nil }
        } else {
            guard let channels = Self.channels(configuration) else { return nil }
            channelCount = channels
            if type == 39 { frameLength = reader.readFlag() ? 480 : 512 }
        }
        if [17, 19, 20, 21, 22, 23].contains(type) {
            // epConfig: values above 1 mean a kind of error protection that needs further values.
            if reader.read(2) > 1 { return nil }
        }
        if signalling == .none, Self.isGeneral(type), let end { readExtension(&reader, end: end) }
        guard !reader.isExhausted, end.map({ reader.position <= $0 }) ?? true else { return nil }
        bitCount = reader.position - start
    }

    /// The reason why Longwave does not decode frames of this object type. It contains the type's name.
    ///
    /// Nil for object types that are decoded, and for the three layers of MPEG audio (32 to 34), whose frames have
    /// headers.
    package var problem: SegmentProblem? {
        switch objectType {
        case 1, 2, 4, 17, 19, 23, 32, 33, 34: nil
        case 3: .unsupportedCodec("AAC-SSR")
        case 6, 20: .unsupportedCodec("AAC scalable")
        case 22: .unsupportedCodec("BSAC")
        case 36: .unsupportedCodec("MPEG-4 ALS")
        case 37, 38: .unsupportedCodec("MPEG-4 SLS")
        case 39: .unsupportedCodec("AAC-ELD")
        case 42: .unsupportedCodec("xHE-AAC")
        case _: .unsupportedCodec("MPEG-4 audio object type \(objectType)")
        }
    }

    /// Returns the format of bare frames with this configuration.
    /// - Parameter bytes: the bytes from which this configuration was read.
    package func mediaFormat(_ bytes: [UInt8]) -> MediaFormat {
        MediaFormat(
            codec: .aac, framing: .raw(audioSpecificConfig: bytes), sampleRate: sampleRate, channelCount: channelCount)
    }

    // MARK: Parts

    /// Reads an object type (table 1.16) in five bits. The value 31 means that six more bits contain a higher type.
    private static func readObjectType(_ reader: inout BitReader) -> Int {
        let type = reader.read(5)
        return type == 31 ? 32 + reader.read(6) : type
    }

    /// Reads a sample rate: an index of table 1.18, or the index 15 followed by the rate itself. Returns nil for a
    /// reserved index or an implausible rate.
    private static func readRate(_ reader: inout BitReader) -> Int? {
        let index = reader.read(4)
        if index == 15 {
            let rate = reader.read(24)
            // Rates outside this range do not occur in practice, and would give packets an implausible duration.
            return (1...768_000).contains(rate) ? rate : nil
        }
        return rate(at: index)
    }

    static func rate(at index: Int) -> Int? {
        let rates = [
            96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
        ]
        return rates.indices.contains(index) ? rates[index] : nil
    }

    /// Returns the number of channels that a channel configuration stands for (table 1.19); nil for a reserved value.
    private static func channels(_ configuration: Int) -> Int? {
        switch configuration {
        case 1...6: configuration
        case 7, 12, 14: 8
        case 11: 7
        case 13: 24
        case _: nil
        }
    }

    /// Returns whether the configuration of an object type contains a GASpecificConfig.
    private static func isGeneral(_ type: Int) -> Bool {
        switch type {
        case 1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23: true
        case _: false
        }
    }

    /// Reads a GASpecificConfig (§4.4.1). Returns false if the number of channels cannot be determined.
    private mutating func readGeneral(_ reader: inout BitReader, configuration: Int, origin: Int) -> Bool {
        let isShort = reader.readFlag()
        frameLength = objectType == 23 ? (isShort ? 480 : 512) : (isShort ? 960 : 1024)
        // The flag dependsOnCoreCoder, followed by a delay of fourteen bits if it is set.
        if reader.readFlag() { reader.skip(14) }
        let isExtended = reader.readFlag()
        if configuration == 0 {
            guard let channels = Self.readProgram(&reader, origin: origin) else { return false }
            channelCount = channels
        } else {
            guard let channels = Self.channels(configuration) else { return false }
            channelCount = channels
        }
        if objectType == 6 || objectType == 20 { reader.skip(3) }
        if isExtended {
            if objectType == 22 { reader.skip(16) }
            if [17, 19, 20, 23].contains(objectType) { reader.skip(3) }
            reader.skip(1)
        }
        return true
    }

    /// Reads a program_config_element (§4.4.1.1). Returns the number of channels that it lists; nil if it lists none.
    private static func readProgram(_ reader: inout BitReader, origin: Int) -> Int? {
        // Skips the instance tag, the object type and the index of the sample rate.
        reader.skip(10)
        let outputs = (0..<3).map { _ in reader.read(4) }
        let lowFrequency = reader.read(2)
        let associated = reader.read(3)
        let couplings = reader.read(4)
        // Skips the optional mono, stereo and matrix mixdowns; a flag precedes each of them.
        for width in [4, 4, 3] where reader.readFlag() { reader.skip(width) }
        var channels = lowFrequency
        for _ in 0..<outputs.reduce(0, +) {
            channels += reader.readFlag() ? 2 : 1
            reader.skip(4)
        }
        reader.skip(4 * lowFrequency + 4 * associated + 5 * couplings)
        reader.align(to: origin)
        reader.skip(8 * reader.read(8))
        return channels > 0 ? channels : nil
    }

    /// Reads the optional extension at the end of the configuration (§1.6.2.1). The sync word 0x2B7 announces SBR, and
    /// 0x548 parametric stereo.
    private mutating func readExtension(_ reader: inout BitReader, end: Int) {
        guard end - reader.position >= 16 else { return }
        var ahead = reader
        guard ahead.read(11) == 0x2B7 else { return }
        let type = Self.readObjectType(&ahead)
        guard type == 5 || type == 22 else { return }
        let isThere = ahead.readFlag()
        let rate = isThere ? Self.readRate(&ahead) : nil
        if type == 22 { ahead.skip(4) }
        // Ignores the extension if it is cut off, or states a reserved sample rate.
        guard isThere == (rate != nil), ahead.position <= end else { return }
        extensionSampleRate = rate
        hasSbr = isThere
        signalling = .backwardCompatible
        if type == 5, isThere, end - ahead.position >= 12 {
            var further = ahead
            if further.read(11) == 0x548 {
                hasPs = further.readFlag()
                ahead = further
            }
        }
        reader = ahead
    }
}
