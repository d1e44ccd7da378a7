import Glibc
import RadioAudio
import RadioFormats
import RadioHls
import RadioLoop
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// Random packets of all formats, breaks, jumps, pauses, lost devices and requests of any size pass through the
/// player's whole sound path: join, timeline, renderer, blend and output. `bin/sanitize` runs the test with
/// the sanitizers for addresses and threads, and with more seeds.
///
/// The environment variable `LONGWAVE_CHAOS` sets the number of random seeds (default 16).
@Suite struct SoundPathChaosTests {
    private struct Material {
        var format: MediaFormat
        var packets: [[UInt8]]
        var samples: Int
    }

    private static let material: [Material] = {
        func cut(_ sample: Sample) -> Material? {
            guard let bytes = try? sample.read() else { return nil }
            let isAAC = sample.codec == .aac
            let packets = isAAC ? Samples.adtsPackets(bytes) : Samples.mpegPackets(bytes)
            let format = MediaFormat(
                codec: sample.codec, framing: isAAC ? .adts : .mpegAudio, sampleRate: sample.sampleRate,
                channelCount: sample.channels)
            return Material(format: format, packets: packets, samples: sample.frameSamples)
        }
        // One more material is made below and is wrong on purpose: its packets have another channel count and sample
        // rate than its format states.
        let samples: [Sample] = [.mp3, .mp3Mono48, .mp3Stereo32, .mp3Mpeg2, .mp3At8000, .mp2, .aac, .aacMono48]
        var all = samples.compactMap(cut)
        if let first = all.first, let mono = all.dropFirst().first {
            all.append(Material(format: first.format, packets: mono.packets, samples: first.samples))
        }
        return all
    }()

    /// A player, and the random events that happen to it.
    private struct World {
        let rig: PlayerRig
        var random: SeededGenerator
        var material = 0
        var place = 0

        mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

        mutating func flip() -> Bool { Bool.random(using: &random) }

        mutating func bringPackets() {
            let player = rig.player!
            let source = SoundPathChaosTests.material[material]
            player.intake.streamBrought(.format(source.format))
            var bytes = 0
            // In one of three cases, every second packet is shortened or followed by a break, instead of one in
            // fourteen.
            let rarity = below(3) == 0 ? 2 : 14
            for _ in 0...below(40) {
                var packet = source.packets[place % source.packets.count]
                place += 1
                switch below(24) {
                case 0: packet = Array(packet.prefix(below(packet.count + 1)))
                case 1: packet[below(packet.count)] ^= UInt8(1 << below(8))
                case 2: place += below(20)
                default: break
                }
                var (lead, tail, count) = (0, 0, source.samples)
                if below(rarity) == 0 {
                    lead = below(source.samples + 1) - (flip() ? source.samples : 0)
                    tail = below(max(source.samples - lead, 1))
                    count = flip() ? 0 : max(source.samples - lead - tail, 0)
                }
                bytes += packet.count
                packet.withUnsafeBytes {
                    player.intake.streamBrought(.packet(Packet(bytes: $0, sampleCount: count, lead: lead, tail: tail)))
                }
                if below(rarity) == 0 { player.intake.streamBrought(.discontinuity(isGap: true)) }
            }
            player.intake.streamReceived(bytes: bytes)
        }

        mutating func step() {
            let player = rig.player!
            let isOpen = player.intake.isOpen
            switch below(40) {
            case 0: if isOpen { open(isFinite: false) }
            case 1: if isOpen { open(isFinite: true) }
            case 2: material = below(SoundPathChaosTests.material.count)
            case 3: if isOpen { player.intake.streamEnded(with: flip() ? .connectionLost("x") : nil) }
            case 4: if isOpen { player.intake.streamBrought(.end) }
            case 5: player.pause()
            case 6, 7: player.resume(atLiveEdge: flip())
            case 8, 9:
                let held = player.intake.timeline.range
                guard held.end > held.start else { break }
                try? player.navigator.seek(to: MediaTime(flicks: .random(in: held.start...held.end, using: &random)))
            case 10:
                player.speaker.setGain(decibels: Double(below(40) - 20))
                player.speaker.equaliser[.bass] = Double(below(24) - 12)
                player.sound.loudness = flip() ? nil : -16
            case 11: rig.output?.fail(flip() ? .noDevice("x") : .serverLost("x"))
            case 12: rig.system.send(.deviceAdded(name: "fake"))
            case 13: rig.output?.suspend(flip())
            case 14: rig.output?.requestInterruption(flip())
            case 15, 16, 17, 18, 19, 20, 21, 22, 23: if isOpen { bringPackets() }
            case 24, 25: for output in rig.system.outputs { output.consumeAll() }
            default: for output in rig.system.outputs { output.consume(frames: Int64(below(9000))) }
            }
        }

        mutating func open(isFinite: Bool) {
            var info = StreamInfo(url: "http://127.0.0.1/", isFinite: isFinite)
            if !isFinite, below(3) == 0 {
                info.presentation = HlsPresentation()
            }
            rig.player.intake.streamOpened(info)
        }
    }

    @Test(arguments: 0..<8) func noSampleIsWrong(block: UInt64) throws {
        let seeds = getenv("LONGWAVE_CHAOS").flatMap { UInt64(String(cString: $0)) } ?? 16
        try #require(!Self.material.isEmpty)
        // The server accepts the connection but sends nothing. The test itself delivers the packets to the player.
        let silent = try LoopbackServer { connection in connection.waitUntilClosed() }
        defer { silent.stop() }
        for seed in stride(from: block, to: seeds, by: 8) {
            let rig = try PlayerRig()
            rig.system.isTimeless = true
            var world = World(rig: rig, random: SeededGenerator(seed: seed))
            rig.play(silent.url())
            for _ in 0..<400 {
                world.step()
                for _ in 0...world.below(3) {
                    rig.loop.setTime(rig.loop.now.advanced(by: .milliseconds(world.below(20))))
                    rig.loop.turn(mayBlock: false)
                }
            }
            for output in rig.system.outputs {
                let wrong = output.samples.first { !$0.isFinite || abs($0) > 16 }
                try #require(wrong == nil, "seed \(seed)")
            }
            try #require(rig.letGo(), "seed \(seed): the player is still held")
        }
    }
}
