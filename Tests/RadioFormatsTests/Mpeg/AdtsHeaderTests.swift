import RadioFormats
import Testing

@Suite struct AdtsHeaderTests {
    /// An AudioSpecificConfig, and what the ADTS header made from it must state, if ADTS can express the configuration.
    struct Row: Sendable {
        var config: [UInt8]
        var rate = 0
        var channels = 0
        var isPossible = true
    }

    @Test(arguments: [
        Row(config: [0x12, 0x10], rate: 44_100, channels: 2),
        Row(config: [0x11, 0x88], rate: 48_000, channels: 1),
        Row(config: [0x13, 0x90], rate: 22_050, channels: 2),
        // The configuration signals HE-AAC after its end. ADTS states the rate of the core decoder, and decoders find
        // the spectral band replication themselves.
        Row(config: [0x13, 0x10, 0x56, 0xE5, 0x98], rate: 24_000, channels: 2),
        // xHE-AAC cannot be expressed in ADTS.
        Row(config: [0xF9, 0x4E, 0x40], isPossible: false),
        // ADTS cannot express frames of 960 samples.
        Row(config: [0x12, 0x14], isPossible: false),
    ])
    func aHeaderOfAConfiguration(_ row: Row) throws {
        let config = try #require(AudioSpecificConfig(row.config))
        for count in [1, 300, 8184] {
            guard let bytes = AdtsHeader.bytes(config, payload: count) else {
                #expect(!row.isPossible)
                continue
            }
            let header = try #require(bytes.withUnsafeBytes { AdtsHeader($0) })
            #expect(row.isPossible && header.sampleRate == row.rate && header.channelCount == row.channels)
            #expect(header.byteCount == count + 7 && header.blockCount == 1 && !header.hasChecksum)
            #expect(header.profile == 1)
        }
        #expect(AdtsHeader.bytes(config, payload: 8185) == nil)
    }
}
