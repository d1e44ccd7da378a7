import RadioAudio
import RadioFormats
import TestSupport
import Testing

@testable import RadioPlayer

@Suite struct LoudnessTests {
    /// A memory that answers when the test wants.
    private final class Memory: LoudnessMemory {
        var known: LoudnessReading?
        private(set) var kept: [String: LoudnessReading] = [:]

        func find(_ item: PlaybackItem, found: @escaping (LoudnessReading) -> Void) { known.map(found) }
        func keep(_ reading: LoudnessReading, of item: PlaybackItem) { kept[item.station.urls.first ?? ""] = reading }
    }

    private func peak(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, abs($1)) } }

    /// The first sound of a known station has the right gain. Without `loudness`, the sound is unchanged.
    @Test func aKnownStationHasItsGainAtOnce() throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        var peaks: [Float] = []
        for loudness in [nil, -26.0] {
            let rig = try PlayerRig()
            let memory = Memory()
            memory.known = LoudnessReading(loudness: -16, duration: .seconds(100))
            rig.player.sound.memory = memory
            rig.player.sound.loudness = loudness
            rig.play(station.url)
            #expect(rig.fills(.milliseconds(500)))
            let output = try #require(rig.output)
            peaks.append(peak(Array(output.samples.prefix(22_050))))
            #expect(rig.player.snapshot().loudnessGain == (loudness == nil ? nil : -10))
        }
        #expect(abs(peaks[1] / peaks[0] - 0.3162) < 0.01)
    }

    /// What was measured before is remembered when the player stops, and it is the loudness of the station's own sound.
    @Test func measuredLoudnessIsKept() throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        var readings: [Double] = []
        for gain in [0.0, -20] {
            let rig = try PlayerRig()
            let memory = Memory()
            rig.player.sound.memory = memory
            rig.player.sound.loudness = -16
            #expect(rig.startPlaying(station.url))
            rig.player.speaker.setGain(decibels: gain)
            #expect(rig.hears(.milliseconds(100)) { rig.player.snapshot().heardDuration > .seconds(25) })
            rig.player.stop()
            let reading = try #require(memory.kept[station.url])
            #expect(reading.duration > .seconds(25) && reading.duration < .seconds(30))
            readings.append(reading.loudness)
        }
        #expect(abs(readings[0] - readings[1]) < 0.3)
    }

    private static let tagged: [(field: String, loudness: Double?)] = [
        ("REPLAYGAIN_TRACK_GAIN=-7.03 dB", -10.97), ("replaygain_track_gain=+2dB", -20), ("R128_TRACK_GAIN=256", -24),
        ("R128_TRACK_GAIN=-1280", -18), ("REPLAYGAIN_TRACK_GAIN=loud", nil), ("REPLAYGAIN_TRACK_GAIN=-300 dB", nil),
        ("TITLE=-7", nil),
    ]

    @Test(arguments: tagged) func tags(_ field: String, _ loudness: Double?) throws {
        let (name, value) = (field.prefix { $0 != "=" }, field.drop { $0 != "=" }.dropFirst())
        let data = Mp4Maker.box("data", Mp4Maker.big(UInt32(1)) + Mp4Maker.big(UInt32(0)) + Array(value.utf8))
        let item = Mp4Maker.box(
            "----", Mp4Maker.fullBox("mean", Array("com.apple.iTunes".utf8)),
            Mp4Maker.fullBox("name", Array(name.utf8)), data)
        let metadata = [
            TimedMetadata(kind: .vorbisComment, raw: Self.comments([field])), TimedMetadata(kind: .itunes, raw: item),
            TimedMetadata(kind: .id3, raw: Self.id3(Array("TXXX".utf8), [0] + name.utf8 + [0] + value.utf8)),
        ]
        for metadata in metadata {
            let read = LoudnessTag.reading(in: metadata)
            #expect(read?.duration == (loudness == nil ? nil : .zero), "\(metadata.kind)")
            #expect(abs((read?.loudness ?? 0) - (loudness ?? 0)) < 0.001, "\(metadata.kind)")
        }
    }

    /// An ID3v2.3 tag with one frame, which is shorter than 100 bytes.
    private static func id3(_ frame: [UInt8], _ content: [UInt8]) -> [UInt8] {
        let body = frame + [0, 0, 0, UInt8(content.count), 0, 0] + content
        return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(body.count)] + body
    }

    private static func comments(_ fields: [String]) -> [UInt8] {
        func sized(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count), 0, 0, 0] + bytes }
        return sized(Array("test".utf8)) + [UInt8(fields.count), 0, 0, 0] + fields.flatMap { sized(Array($0.utf8)) }
    }

    /// A new equaliser is heard, and the next item begins with that of the player.
    @Test func theEqualiser() throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let rig = try PlayerRig()
        rig.player.sound.equaliser = try #require(Equaliser("bass=-12,250=-12,500=-12,1k=-12"))
        #expect(rig.startPlaying(station.url))
        let soft = peak(Array(try #require(rig.output).samples.prefix(44_100)))
        #expect(rig.player.snapshot().equaliser.text == "bass=-12,250=-12,500=-12,1k=-12")
        rig.player.speaker.equaliser = .flat
        rig.player.sound.equaliser = .flat
        #expect(rig.startPlaying(station.url))
        let loud = peak(Array(try #require(rig.output).samples.prefix(44_100)))
        #expect(loud > 1.5 * soft)
    }
}
