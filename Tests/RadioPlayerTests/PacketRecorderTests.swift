import Glibc
import RadioAudio
import RadioFormats
import TestSupport
import Testing

@testable import RadioPlayer

/// A player with the output `.packets` writes the packets that it receives to a file.
@Suite struct PacketRecorderTests {
    private let directory = try! TemporaryDirectory()

    private func path(_ name: String) -> String { directory.path + "/" + name }

    private func output(_ path: String, overwrites: Bool = false) throws -> PlaybackConfiguration.Output {
        .packets(path: path, kind: try #require(PacketFileKind(path: path)), overwrites: overwrites)
    }

    private func contents(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "rb") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
    }

    /// The file contains each packet once, in order and unchanged. Meanwhile, a null output gets silence of the same
    /// duration, as the player's clock.
    @Test(arguments: [Sample.mp3, .mp2, .aac, .mp3Mono48])
    func packetsAreWrittenAsTheyCame(_ sample: Sample) throws {
        let file = path(sample.codec == .aac ? "x.aac" : "x.mp3")
        let rig = try PlayerRig(recording: try output(file))
        rig.play(sample.path)
        #expect(
            rig.hears(.seconds(1)) { rig.status == .ended }, "\(rig.status)")
        let bytes = try sample.read()
        let packets = sample.codec == .aac ? Samples.adtsPackets(bytes) : Samples.mpegPackets(bytes)
        let expected = packets.flatMap { $0 }
        #expect(rig.loop.turn { contents(file).count >= expected.count })
        #expect(contents(file) == expected)
        let given = try #require(rig.system.outputs.first)
        #expect(given.samples.allSatisfy { $0 == 0 })
        #expect(given.samples.count == packets.count * sample.frameSamples * given.format.channelCount)
    }

    @Test func anotherCodecIsRefused() throws {
        let rig = try PlayerRig(recording: try output(path("x.aac")))
        rig.play(Sample.mp3.path)
        #expect(rig.loop.turn { if case .failed = rig.status { true } else { false } })
        guard case .failed(.output(.file(let text))) = rig.status else { return #expect(Bool(false), "\(rig.status)") }
        #expect(text.contains("MP3 cannot be written"), "\(text)")
    }

    @Test(arguments: [false, true]) func aFileThatExists(overwrites: Bool) throws {
        let file = path("x.mp3")
        let old = try #require(fopen(file, "wb"))
        fputs("old", old)
        fclose(old)
        let rig = try PlayerRig(recording: try output(file, overwrites: overwrites))
        rig.play(Sample.mp3.path)
        #expect(
            rig.hears(.seconds(1)) {
                if case .failed = rig.status { return true }
                return rig.status == .ended
            })
        #expect(rig.status == (overwrites ? .ended : .failed(.output(.fileExists(file)))))
        #expect(rig.loop.turn { !overwrites || contents(file).count > 1000 })
        #expect(overwrites || contents(file) == Array("old".utf8))
    }

    /// Items whose format does not fit the file fail, each with a reason. A later item that fits is appended to the
    /// file.
    @Test func itemsOneAfterTheOther() throws {
        let file = path("x.mp3")
        let rig = try PlayerRig(recording: try output(file))
        func failure() -> AudioOutputError? {
            if case .failed(.output(let error)) = rig.status { error } else { nil }
        }
        rig.play(Sample.aac.path)
        #expect(rig.loop.turn { failure() != nil })
        rig.play(Sample.mp3.path)
        #expect(
            rig.hears(.seconds(1)) { rig.status == .ended }, "\(rig.status)")
        #expect(rig.loop.turn { contents(file).count > 1000 })

        let again = try PlayerRig(recording: try output(file))
        for _ in 0..<2 {
            again.play(Sample.mp3.path)
            #expect(again.loop.turn { again.status == .failed(.output(.fileExists(file))) }, "\(again.status)")
            again.player.stop()
        }
    }

    /// The player is stopped in the same turn in which packets arrived. These packets are written, too.
    @Test func aStopLosesNothing() throws {
        let file = path("x.mp3")
        let rig = try PlayerRig(recording: try output(file))
        let silent = try LoopbackServer { connection in connection.waitUntilClosed() }
        defer { silent.stop() }
        rig.play(silent.url())
        let intake = try #require(rig.player.intake)
        intake.streamBrought(
            .format(MediaFormat(codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)))
        let packets = Samples.mpegPackets(try Sample.mp3.read())[..<20]
        for packet in packets {
            packet.withUnsafeBytes { intake.streamBrought(.packet(Packet(bytes: $0, sampleCount: 1152))) }
        }
        rig.player.stop()
        #expect(rig.loop.turn { contents(file) == packets.flatMap { $0 } })
    }

    @Test(
        arguments: [
            ("a.mp3", PacketFileKind.mpegAudio), ("a.MP2", .mpegAudio), ("a.mpga", .mpegAudio), ("a.aacp", .adts),
            ("/x/b.aac", .adts), ("a.wav", nil),
            (".mp3", nil),
            ("speaker.mp3.monitor", nil),
        ] as [(String, PacketFileKind?)])
    func kinds(_ path: String, _ kind: PacketFileKind?) { #expect(PacketFileKind(path: path) == kind) }
}
