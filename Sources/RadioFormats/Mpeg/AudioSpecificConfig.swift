/// The configuration that a decoder needs for AAC frames without headers (ISO/IEC 14496-3 §1.6.2.1).
///
/// Found in the `esds` box of MP4 files, in LATM's StreamMuxConfig and in
/// ``MediaFormat/Framing/raw(audioSpecificConfig:)``.
package struct AudioSpecificConfig: Hashable, Sendable {
    /// How the configuration announces spectral band replication (SBR) and parametric stereo (§1.6.5.2).
    ///
    /// A stream may use both without an announcement. Only a decoder can find this out.
    package enum Signalling: Hashable, Sendable {
        /// The first object type is 5 or 29.
        case explicit
        /// An extension after the configuration, which old decoders ignore.
        case backwardCompatible
        /// No announcement.
        case none
    }

    /// Object type of the core coder: 1 Main, 2 LC, 4 LTP …, 34 Layer III, 42 xHE-AAC (§1.5.1.1).
    package var objectType: Int
    /// Samples per second of the core coder. SBR doubles the rate; a frame's duration stays the same.
    package var sampleRate: Int
    /// Samples per second after SBR; nil if not announced.
    package var extensionSampleRate: Int?
    /// Number of channels of the core coder. With parametric stereo, one channel decodes to two.
    package var channelCount: Int
    /// Samples per channel in a frame at ``sampleRate``: 1024 or 960; for low delay 512 or 480.
    package var frameLength: Int
    package var signalling: Signalling = .none
    /// Whether SBR is announced as present or absent; nil without an announcement.
    package var hasSbr: Bool?
    /// Whether parametric stereo is announced as present or absent; nil without an announcement.
    package var hasPs: Bool?
    /// Number of bits that the configuration takes. In LATM, other data follows these bits.
    ///
    /// For object types that ``problem`` names, only the part common to all types is read.
    package private(set) var bitCount = 0

    /// Reads a configuration. Returns nil if it is cut off, or has a reserved rate or channel configuration.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = BitReader(bytes)
        self.init(&reader, end: reader.bitCount)
    }

    package init?(_ bytes: [UInt8]) {
        guard let read = bytes.withUnsafeBytes({ AudioSpecificConfig($0) }) else { return nil }
        self = read
    }

    /// Reads a configuration from the current position of `reader`.
    /// - Parameter end: the bit where the configuration ends. If nil (unknown, as in LATM's first version),
    ///   nothing after the fixed part is read.
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
            // epConfig: the classes of error protection. Values above 1 need a configuration of their own.
            if reader.read(2) > 1 { return nil }
        }
        if signalling == .none, Self.isGeneral(type), let end { readExtension(&reader, end: end) }
        guard !reader.isExhausted, end.map({ reader.position <= $0 }) ?? true else { return nil }
        bitCount = reader.position - start
    }

    /// The reason why frames of this object type are not decoded. It contains the type's name.
    ///
    /// Nil for decodable types, and for the three layers of MPEG audio (32 to 34), whose frames have headers.
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
    /// - Parameter bytes: the bytes of this configuration.
    package func mediaFormat(_ bytes: [UInt8]) -> MediaFormat {
        MediaFormat(
            codec: .aac, framing: .raw(audioSpecificConfig: bytes), sampleRate: sampleRate, channelCount: channelCount)
    }

    // MARK: Parts

    /// Reads an object type (table 1.16). The value 31 announces six more bits for higher types.
    private static func readObjectType(_ reader: inout BitReader) -> Int {
        let type = reader.read(5)
        return type == 31 ? 32 + reader.read(6) : type
    }

    /// Reads an index of table 1.18, or 15 followed by the rate. Returns nil for a reserved index or an absurd rate.
    private static func readRate(_ reader: inout BitReader) -> Int? {
        let index = reader.read(4)
        if index == 15 {
            let rate = reader.read(24)
            // Rates outside this range do not occur, and would lead to absurd durations.
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

    /// Returns the number of channels of a channel configuration (table 1.19).
    private static func channels(_ configuration: Int) -> Int? {
        switch configuration {
        case 1...6: configuration
        case 7, 12, 14: 8
        case 11: 7
        case 13: 24
        case _: nil
        }
    }

    /// Returns whether an object type has a GASpecificConfig.
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
        // The dependsOnCoreCoder flag with its delay.
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

    /// Reads a program_config_element (§4.4.1.1). Returns its number of channels; nil if it has none.
    private static func readProgram(_ reader: inout BitReader, origin: Int) -> Int? {
        // The instance tag, the object type and the rate.
        reader.skip(10)
        let outputs = (0..<3).map { _ in reader.read(4) }
        let lowFrequency = reader.read(2)
        let associated = reader.read(3)
        let couplings = reader.read(4)
        // The mixdowns for mono, stereo and matrix.
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

    /// Reads the extension that old decoders ignore (§1.6.2.1). The sync word 0x2B7 announces SBR, and 0x548 parametric
    /// stereo.
    private mutating func readExtension(_ reader: inout BitReader, end: Int) {
        guard end - reader.position >= 16 else { return }
        var ahead = reader
        guard ahead.read(11) == 0x2B7 else { return }
        let type = Self.readObjectType(&ahead)
        guard type == 5 || type == 22 else { return }
        let isThere = ahead.readFlag()
        let rate = isThere ? Self.readRate(&ahead) : nil
        if type == 22 { ahead.skip(4) }
        // The extension is ignored if it is cut off or has a reserved rate.
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
