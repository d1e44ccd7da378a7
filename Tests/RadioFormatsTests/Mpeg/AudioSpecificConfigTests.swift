import RadioFormats
import TestSupport
import Testing

struct AudioSpecificConfigTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var objectType: Int
        var rate: Int
        var extensionRate: Int?
        var channels: Int
        var frameLength = 1024
        var signalling = AudioSpecificConfig.Signalling.none
        var hasSbr: Bool?
        var hasPs: Bool?
        var bitCount: Int

        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "LC 44.1 stereo", bytes: [0x12, 0x10], objectType: 2, rate: 44_100, channels: 2, bitCount: 16),
        Row(name: "LC 48 mono", bytes: [0x11, 0x88], objectType: 2, rate: 48_000, channels: 1, bitCount: 16),
        Row(name: "Main", bytes: [0x0A, 0x10], objectType: 1, rate: 44_100, channels: 2, bitCount: 16),
        // The digital radio systems DAB and DRM have frames of ten subframes with 96 samples each.
        Row(
            name: "960 samples", bytes: [0x12, 0x14], objectType: 2, rate: 44_100, channels: 2, frameLength: 960,
            bitCount: 16),
        Row(name: "7.1", bytes: [0x12, 0x38], objectType: 2, rate: 44_100, channels: 8, bitCount: 16),
        // The form that most encoders of HE-AAC write into MP4 (§1.6.6.1, hierarchical signalling).
        Row(
            name: "explicit SBR", bytes: [0x2B, 0x92, 0x08, 0x00], objectType: 2, rate: 22_050, extensionRate: 44_100,
            channels: 2, signalling: .explicit, hasSbr: true, bitCount: 25),
        Row(
            name: "explicit PS", bytes: [0xEB, 0x09, 0x88, 0x00], objectType: 2, rate: 24_000, extensionRate: 48_000,
            channels: 1, signalling: .explicit, hasSbr: true, hasPs: true, bitCount: 25),
        Row(
            name: "backward compatible SBR", bytes: [0x13, 0x90, 0x56, 0xE5, 0xA0], objectType: 2, rate: 22_050,
            extensionRate: 44_100, channels: 2, signalling: .backwardCompatible, hasSbr: true, bitCount: 37),
        Row(
            name: "backward compatible PS", bytes: [0x13, 0x08, 0x56, 0xE5, 0x9D, 0x48, 0x80], objectType: 2,
            rate: 24_000, extensionRate: 48_000, channels: 1, signalling: .backwardCompatible, hasSbr: true,
            hasPs: true, bitCount: 49),
        // ffmpeg 5 adds these bytes to AAC-LC, to say that there is no spectral band replication.
        Row(
            name: "no SBR", bytes: [0x12, 0x10, 0x56, 0xE5, 0x00], objectType: 2, rate: 44_100, channels: 2,
            signalling: .backwardCompatible, hasSbr: false, bitCount: 33),
        // The sync word of an extension is not followed by its flag, so it signals nothing. (Found by fuzzing.)
        Row(
            name: "an extension cut off", bytes: [0x11, 0x90, 0x56, 0xE5], objectType: 2, rate: 48_000, channels: 2,
            bitCount: 16),
        Row(
            name: "an extension of BSAC cut off", bytes: [0x11, 0x2C, 0x56, 0xF6, 0xAB], objectType: 2, rate: 64_000,
            channels: 5, frameLength: 960, bitCount: 16),
        Row(
            name: "bytes behind it", bytes: [0x12, 0x10, 1, 2, 3, 4], objectType: 2, rate: 44_100, channels: 2,
            bitCount: 16),
        Row(
            name: "low delay", bytes: made { $0.fields([(23, 5), (4, 4), (2, 4), (0, 1), (0, 1), (0, 1), (0, 2)]) },
            objectType: 23, rate: 44_100, channels: 2, frameLength: 512, bitCount: 18),
        Row(
            name: "a rate of its own", bytes: made { $0.fields([(2, 5), (15, 4), (44_056, 24), (2, 4), (0, 3)]) },
            objectType: 2, rate: 44_056, channels: 2, bitCount: 40),
        Row(
            name: "core coder's delay",
            bytes: made { $0.fields([(2, 5), (4, 4), (2, 4), (0, 1), (1, 1), (9, 14), (0, 1)]) },
            objectType: 2, rate: 44_100, channels: 2, bitCount: 30),
        // The program config element has one front pair, one front single, one back pair, one low-frequency channel,
        // and a comment of 3 bytes.
        Row(
            name: "program config element",
            bytes: made {
                $0.fields([(2, 5), (3, 4), (0, 4), (0, 3)])
                $0.fields([(0, 4), (1, 2), (3, 4), (2, 4), (0, 4), (1, 4), (1, 2), (0, 3), (0, 4)])
                $0.fields([(0, 1), (0, 1), (1, 1), (0, 3)])
                $0.fields([(0, 1), (0, 4), (1, 1), (0, 4), (1, 1), (1, 4), (0, 4)])
                $0.align()
                $0.write([3, 65, 66, 67])
            }, objectType: 2, rate: 48_000, channels: 6, bitCount: 104),
        Row(
            name: "xHE-AAC", bytes: [0xF9, 0x48, 0x40], objectType: 42, rate: 44_100, channels: 2, bitCount: 19),
    ]

    @Test(arguments: rows) func readsEachKind(_ row: Row) throws {
        let read = try #require(AudioSpecificConfig(row.bytes))
        #expect(read.objectType == row.objectType)
        #expect(read.sampleRate == row.rate)
        #expect(read.extensionSampleRate == row.extensionRate)
        #expect(read.channelCount == row.channels)
        #expect(read.frameLength == row.frameLength)
        #expect(read.signalling == row.signalling)
        #expect(read.hasSbr == row.hasSbr)
        #expect(read.hasPs == row.hasPs)
        #expect(read.bitCount == row.bitCount)
        for count in 0..<(row.bitCount / 8) where row.signalling != .backwardCompatible {
            #expect(AudioSpecificConfig(Array(row.bytes[..<count])) == nil, "cut to \(count) bytes")
        }
    }

    @Test(
        arguments: [
            [], [0x12], [0x16, 0x90],  // rate 13 is reserved
            [0x12, 0x48],  // channel configuration 9 is reserved
            [0x17, 0x80, 0x00, 0x00, 0x10, 0x00],  // a rate of 0 Hz
        ] as [[UInt8]]) func refusesWhatIsNone(_ bytes: [UInt8])
    {
        #expect(AudioSpecificConfig(bytes) == nil)
    }

    @Test func aConfigurationWithoutChannelsIsNone() {
        let empty = made {
            $0.fields([(2, 5), (3, 4), (0, 4), (0, 3), (0, 31), (0, 3)])
            $0.align()
            $0.write([0, 0])
        }
        #expect(AudioSpecificConfig(empty) == nil)
    }

    @Test func aCutExtensionIsPassedOver() throws {
        let whole: [UInt8] = [0x13, 0x90, 0x56, 0xE5, 0xA0]
        let cut = try #require(AudioSpecificConfig(Array(whole[..<4])))
        #expect(cut.sampleRate == 22_050 && cut.objectType == 2)
    }

    @Test func namesWhatIsNotDecoded() throws {
        #expect(try #require(AudioSpecificConfig([0xF9, 0x48, 0x40])).problem == .unsupportedCodec("xHE-AAC"))
        #expect(try #require(AudioSpecificConfig([0x1A, 0x10])).problem == .unsupportedCodec("AAC-SSR"))
        #expect(try #require(AudioSpecificConfig([0x12, 0x10])).problem == nil)
    }

    @Test func aFormatCarriesTheConfiguration() throws {
        let bytes: [UInt8] = [0x2B, 0x92, 0x08, 0x00]
        let format = try #require(AudioSpecificConfig(bytes)).mediaFormat(bytes)
        #expect(format.framing == .raw(audioSpecificConfig: bytes))
        #expect(format.sampleRate == 22_050 && format.channelCount == 2 && format.codec == .aac)
    }
}

private func made(_ write: (inout BitWriter) -> Void) -> [UInt8] {
    var writer = BitWriter()
    write(&writer)
    return writer.bytes
}

extension BitWriter {
    fileprivate mutating func fields(_ fields: [(value: Int, width: Int)]) {
        for field in fields { write(field.value, field.width) }
    }
}
