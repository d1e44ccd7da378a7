import RadioFormats
import Testing

@testable import RadioAudio

struct AudioDecodersTests {
    @Test(arguments: [AudioCodec.mpegLayer1, .mpegLayer2, .mpegLayer3])
    func mpegAudioGoesToMpg123(_ codec: AudioCodec) throws {
        let format = MediaFormat(codec: codec, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)
        #expect(try AudioDecoders.make(for: format) is Mpg123Decoder)
    }

    @Test(arguments: [MediaFormat.Framing.adts, .raw(audioSpecificConfig: [0x12, 0x10])])
    func aacGoesToFaad(_ framing: MediaFormat.Framing) throws {
        let format = MediaFormat(codec: .aac, framing: framing, sampleRate: 44_100, channelCount: 2)
        #expect(try AudioDecoders.make(for: format) is FaadDecoder)
    }

    @Test(arguments: AudioCodec.allCases)
    func whatDoesNotFitIsUnsupported(_ codec: AudioCodec) {
        let framing: MediaFormat.Framing = codec == .aac ? .mpegAudio : .adts
        let format = MediaFormat(codec: codec, framing: framing, sampleRate: 44_100, channelCount: 2)
        #expect(throws: DecoderError.self) { _ = try AudioDecoders.make(for: format) }
    }
}
