import RadioFormats
import TestSupport
import Testing

@testable import RadioAudio

struct Mpg123DecoderTests {
    struct Row: CustomTestStringConvertible {
        var file: String
        var rate: Int
        var channels: Int
        var framesPerPacket: Int
        var testDescription: String { file }
    }

    static let rows = [
        Row(file: "mpeg1-layer3-44100-stereo.mp3", rate: 44_100, channels: 2, framesPerPacket: 1152),
        Row(file: "mpeg1-layer3-48000-mono.mp3", rate: 48_000, channels: 1, framesPerPacket: 1152),
        Row(file: "mpeg2-layer3-22050-mono.mp3", rate: 22_050, channels: 1, framesPerPacket: 576),
        Row(file: "mpeg25-layer3-11025-mono.mp3", rate: 11_025, channels: 1, framesPerPacket: 576),
        Row(file: "mpeg1-layer2-48000-stereo.mp2", rate: 48_000, channels: 2, framesPerPacket: 1152),
        Row(file: "mpeg2-layer2-22050-mono.mp2", rate: 22_050, channels: 1, framesPerPacket: 1152),
    ]

    @Test(arguments: rows)
    func everyPacketGivesExactlyItsSamples(_ row: Row) throws {
        let packets = Samples.mpegPackets(try Samples.read(row.file))
        #expect(packets.count > 15)
        let sound = Decoding(packets, by: try Mpg123Decoder())
        #expect(sound.errors.isEmpty)
        #expect(sound.frameCounts.allSatisfy { $0 == row.framesPerPacket })
        #expect(sound.formats == [PCMFormat(sampleRate: row.rate, channelCount: row.channels)])
        // The first half second. The end is left out, because the codec fades it out.
        let channel = sound.channel(row.channels - 1)[..<(row.rate / 2)]
        let frequency = try #require(Tone.frequency(channel, rate: row.rate))
        #expect(abs(frequency - 440) < 1)
        #expect(abs(Tone.amplitude(channel, at: 440, rate: row.rate) - (row.channels == 1 ? 0.5 : 0.354)) < 0.03)
    }

    @Test func layerOneDecodes() throws {
        let sound = Decoding(Array(repeating: LayerOneFrame.tone, count: 20), by: try Mpg123Decoder())
        #expect(sound.errors.isEmpty)
        #expect(sound.formats == [PCMFormat(sampleRate: 48_000, channelCount: 1)])
        #expect(sound.frameCounts.allSatisfy { $0 == 384 })
        #expect(sound.channel(0).contains { abs($0) > 0.01 })
    }

    @Test func freeFormatDecodesFromTheFirstPacket() throws {
        // Frames of a file with 64 kbit/s, in which the field for the bit rate is set to "free format" (ISO/IEC 11172-3
        // §2.4.2.3).
        var packets = Samples.mpegPackets(try Samples.read("mpeg1-layer3-44100-stereo.mp3"))
        for index in packets.indices { packets[index][2] &= 0x0F }
        let sound = Decoding(packets, by: try Mpg123Decoder())
        try #require(sound.errors.isEmpty)
        #expect(sound.frameCounts.allSatisfy { $0 == 1152 })
        let frequency = try #require(Tone.frequency(sound.channel(0)[..<22_050], rate: 44_100))
        #expect(abs(frequency - 440) < 1)
    }

    @Test func aChangeOfRateInMidStreamIsFollowed() throws {
        let first = Samples.mpegPackets(try Samples.read("mpeg1-layer3-44100-stereo.mp3"))
        let second = Samples.mpegPackets(try Samples.read("mpeg2-layer3-22050-mono.mp3"))
        let sound = Decoding(first + second, by: try Mpg123Decoder())
        #expect(
            sound.formats == [.init(sampleRate: 44_100, channelCount: 2), .init(sampleRate: 22_050, channelCount: 1)])
        #expect(sound.frameCount == first.count * 1152 + second.count * 576)
    }

    @Test func aStartInMidStreamGivesItsSamplesFromTheFirstPacket() throws {
        let packets = try Samples.mpegPackets(Sample.mp3.read())
        let sound = Decoding(Array(packets[10...]), by: try Mpg123Decoder())
        #expect(sound.errors.isEmpty)
        #expect(sound.frameCount == (packets.count - 10) * 1152)
    }

    @Test(arguments: [false, true])
    func aStartInMidStreamBeginsWithSound(givesFirst: Bool) throws {
        let packets = try Samples.mpegPackets(Sample.mp3Reservoir.read())
        var latest = 0
        for start in 20..<60 {
            let decoder = try Mpg123Decoder()
            if givesFirst { decoder.giveFirst() }
            let sound = Decoding(Array(packets[start..<start + 20]), by: decoder)
            // Only the first packets may give no sound.
            #expect(sound.frameCounts.drop { $0 == 0 }.allSatisfy { $0 == 1152 })
            latest = try max(latest, #require(sound.runs.last?.samples.firstIndex { abs($0) > 0.01 }))
        }
        // The first frame fades in during its first half. A packet that needs bytes of earlier packets (the bit
        // reservoir) would be silent, and the sound would begin at least 26 ms later.
        #expect(givesFirst ? latest > 1152 : latest < 700, "\(latest) of 44,100 a second")
    }

    @Test func aStreamThatLacksItsReservoirForLongIsGiven() throws {
        // MPEG-2 at 8 kbit/s, 24 kHz, mono. A frame has only 11 bytes of data and refers to 255 bytes of earlier
        // frames.
        let packet: [UInt8] = [0xFF, 0xF3, 0x14, 0xC4, 0xFF] + [UInt8](repeating: 0, count: 19)
        let sound = Decoding(Array(repeating: packet, count: 12), by: try Mpg123Decoder())
        #expect(sound.frameCounts == Array(repeating: 0, count: Mpg123Decoder.maximumPrimers) + [576, 576])
    }

    @Test func resetForgetsThePacketsBefore() throws {
        let packets = Samples.mpegPackets(try Samples.read("mpeg1-layer3-44100-stereo.mp3"))
        let fresh = Decoding(packets, by: try Mpg123Decoder())
        let decoder = try Mpg123Decoder()
        _ = Decoding(Array(packets[..<20]), by: decoder)
        decoder.reset()
        let again = Decoding(packets, by: decoder)
        #expect(again.runs.last?.samples == fresh.runs.last?.samples)
    }

    @Test func damageIsAnErrorAndTheNextPacketsAreGood() throws {
        let packets = Samples.mpegPackets(try Samples.read("mpeg1-layer3-44100-stereo.mp3"))
        let decoder = try Mpg123Decoder()
        var sound = Decoding(Array(packets[..<10]), by: decoder)
        sound.add([UInt8](repeating: 0x55, count: 400), by: decoder)
        sound.add(Array(packets[10][..<100]), by: decoder)
        sound.add([], by: decoder)
        sound.add([UInt8](repeating: 0xFF, count: Mpg123Decoder.maximumPacketSize + 1), by: decoder)
        #expect(sound.errors.count == 4)
        for packet in packets[11...] { sound.add(packet, by: decoder) }
        #expect(sound.errors.count == 4)
        #expect(sound.frameCounts.suffix(packets.count - 11).allSatisfy { $0 == 1152 })
    }

    @Test func randomBytesNeverCrash() throws {
        let packets = Samples.mpegPackets(try Samples.read("mpeg1-layer3-44100-stereo.mp3"))
        for seed in UInt64(1)...50 {
            var random = SeededGenerator(seed: seed)
            let decoder = try Mpg123Decoder()
            for packet in packets + packets {
                var broken = packet
                for _ in 0..<8 {
                    broken[Int.random(in: 4..<broken.count, using: &random)] = .random(in: 0...255, using: &random)
                }
                let sound = Decoding([broken], by: decoder)
                // A first packet that needs earlier packets, which are missing, gives no sound.
                let count = sound.frameCounts
                #expect(count == [1152] || count == [0] || sound.errors.count == 1, "seed \(seed): \(count)")
            }
        }
    }
}
