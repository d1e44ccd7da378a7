import RadioFormats
import Testing

@testable import RadioPlayer

@Suite struct StreamDescriptionTests {
    @Test(
        arguments: [
            (44_100, 16, nil, "FLAC 16 bit/44.1 kHz"), (96_000, 24, nil, "FLAC 24 bit/96 kHz"),
            (11_025, 8, 90_400, "FLAC 8 bit/11 kHz 90 kbit/s"), (352_800, 32, nil, "FLAC 32 bit/352.8 kHz"),
        ] as [(Int, Int, Int?, String)]) func `FLAC is told with its bits`(
            rate: Int, bits: Int, bitRate: Int?, summary: String
        )
    {
        var stream = StreamDescription(url: "http://a/")
        stream.format =
            FlacStreamInfo(sampleRate: rate, channelCount: 2, bitsPerSample: bits, maximumBlock: 4096).mediaFormat
        stream.bitRate = bitRate
        #expect(stream.summary == summary)
    }

    @Test func `others are told with their bit rate`() {
        var stream = StreamDescription(url: "http://a/")
        stream.format = MediaFormat(
            codec: .vorbis, framing: .vorbis(VorbisHeaders(identification: [], setup: [])), sampleRate: 44_100,
            channelCount: 2)
        #expect(stream.summary == "Vorbis")
        stream.bitRate = 112_000
        #expect(stream.summary == "Vorbis 112 kbit/s")
    }
}
