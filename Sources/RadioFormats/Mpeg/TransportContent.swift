/// The content of one elementary stream of a transport stream.
package enum TransportContent: Hashable, Sendable {
    /// AAC in ADTS.
    case adts
    /// AAC in LATM.
    case latm
    case mpegAudio
    /// ID3 tags, each with the time of the sound that it belongs to.
    case timedMetadata
    /// Sound that Longwave does not decode. The value is the codec's name.
    case otherSound(String)
    /// Sound whose frames are encrypted. The value is the name of the encryption scheme.
    case encryptedSound(String)
    case video
    case other

    /// Determines the content of a stream from its entry in the program map.
    /// - Parameters:
    ///   - type: stream_type (ISO/IEC 13818-1 table 2-34; ATSC A/53-3; ETSI TS 101 154).
    ///   - descriptors: the stream's descriptors in its program map.
    init(type: UInt8, descriptors: UnsafeRawBufferPointer) {
        switch type {
        case 0x03, 0x04: self = .mpegAudio
        case 0x0F: self = .adts
        case 0x11: self = .latm
        case 0x15: self = .timedMetadata
        case 0x1C: self = .otherSound("AAC without framing")
        case 0x2D, 0x2E: self = .otherSound("MPEG-H")
        case 0x80: self = .otherSound("PCM")
        case 0x81: self = .otherSound("AC-3")
        case 0x82, 0x85, 0x86, 0x8A: self = .otherSound("DTS")
        case 0x83: self = .otherSound("TrueHD")
        case 0x84, 0x87: self = .otherSound("E-AC-3")
        // "MPEG-2 Stream Encryption Format for HTTP Live Streaming" §2.1.
        case 0xCF, 0xC1, 0xC2: self = .encryptedSound("SAMPLE-AES")
        case 0xDB: self = .video
        case 0x01, 0x02, 0x10, 0x1B, 0x1E...0x21, 0x24, 0x25, 0x27...0x2A, 0x32...0x36, 0x42, 0xD1, 0xD2, 0xEA:
            self = .video
        case 0x06: self = Self.privateData(descriptors)
        case _: self = .other
        }
    }

    /// Determines the content of a stream of private data. DVB sends some codecs as private data, and names them in
    /// descriptors.
    ///
    /// ETSI EN 300 468 §6.1, annexes D and G.
    private static func privateData(_ descriptors: UnsafeRawBufferPointer) -> TransportContent {
        var rest = descriptors
        while rest.count >= 2, rest.count >= 2 + Int(rest[1]) {
            let content = UnsafeRawBufferPointer(rebasing: rest[2..<2 + Int(rest[1])])
            switch rest[0] {
            case 0x6A: return .otherSound("AC-3")
            case 0x7A: return .otherSound("E-AC-3")
            case 0x7B: return .otherSound("DTS")
            // An extension descriptor. Its first byte is a tag that tells its kind.
            case 0x7F where content.first == 0x15: return .otherSound("AC-4")
            // A registration descriptor. Its first four bytes are letters that name the codec.
            case 0x05:
                if Ascii.begins(content, "Opus") { return .otherSound("Opus") }
                if Ascii.begins(content, "AC-3") { return .otherSound("AC-3") }
                if Ascii.begins(content, "EAC3") { return .otherSound("E-AC-3") }
                if Ascii.begins(content, "AC-4") { return .otherSound("AC-4") }
                if Ascii.begins(content, "ID3 ") { return .timedMetadata }
            case _: break
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[(2 + Int(rest[1]))...])
        }
        return .other
    }

    /// The content in words, for reports.
    package var name: String {
        switch self {
        case .adts: "AAC in ADTS"
        case .latm: "AAC in LATM"
        case .mpegAudio: "MPEG audio"
        case .timedMetadata: "timed metadata"
        case .otherSound(let name): name
        case .encryptedSound(let scheme): "encrypted sound (\(scheme))"
        case .video: "video"
        case .other: "other"
        }
    }

    /// The encoding of the sound; nil if the content is no sound, or sound that Longwave does not decode.
    var sound: ElementarySound.Kind? {
        switch self {
        case .adts: .adts
        case .latm: .latm
        case .mpegAudio: .mpegAudio
        case .timedMetadata, .otherSound, .encryptedSound, .video, .other: nil
        }
    }
}
