import Glibc
import RadioAudio
import TestSupport
import Testing

@testable import RadioPlayer

@Suite struct DeadAirDetectorTests {
    /// A sound at a low sample rate, so that an hour of it is soon measured.
    private struct Sound {
        static let rate = 1000
        private var random = SeededGenerator(seed: 7)
        private var detector: DeadAirDetector
        private let channels: Int
        private(set) var seconds = 0.0
        /// All changes of the air, with the second at which each came.
        private(set) var changes: [(air: DeadAirDetector.Air, at: Double)] = []
        private(set) var quietMoments = 0

        init(_ limits: DeadAirDetector.Limits = .init(), channels: Int = 1) {
            detector = DeadAirDetector(limits)
            self.channels = channels
        }

        /// Adds seconds of noise whose level in dBFS (RMS) follows from the second; nil for digital silence.
        mutating func add(_ duration: Double, level: (Double) -> Double?) {
            let count = Int(duration * 10)
            for _ in 0..<count {
                let amplitude = level(seconds).map { Float(pow(10, $0 / 20) * 3.0.squareRoot()) } ?? 0
                let block = (0..<Self.rate / 10 * channels).map { _ in
                    (Float(random.next() & 0xFFFFFF) / Float(0x800000) - 1) * amplitude
                }
                measure(block)
            }
        }

        mutating func measure(_ block: [Float]) {
            let before = detector.state
            block.withUnsafeBufferPointer {
                detector.measure($0, format: PCMFormat(sampleRate: Self.rate, channelCount: channels))
            }
            seconds += Double(block.count / channels) / Double(Self.rate)
            if detector.state.air != before.air { changes.append((detector.state.air, seconds)) }
            if detector.state.isQuietMoment, !before.isQuietMoment { quietMoments += 1 }
        }

        var air: DeadAirDetector.Air { detector.state.air }
        var isEverDead: Bool { changes.contains { $0.air == .dead } }
    }

    /// Soft strings at −55 dBFS with swells, and movements that end in five seconds of almost nothing.
    @Test func anHourOfQuietClassicalMusicIsNotDead() {
        var sound = Sound()
        sound.add(3600) { second in
            second.truncatingRemainder(dividingBy: 400) < 5 ? -72 : -55 + 12 * sin(second / 23) * sin(second / 23)
        }
        #expect(!sound.isEverDead && sound.air == .sounding, "\(sound.changes)")
    }

    /// Speech with pauses. The longest last ten seconds and are digitally silent.
    @Test func anHourOfSpeechIsNotDead() {
        var sound = Sound(channels: 2)
        sound.add(3600) { second in
            let pause = second.truncatingRemainder(dividingBy: 120) < 10
            return pause ? nil : second.truncatingRemainder(dividingBy: 4) < 1 ? -75 : -24
        }
        #expect(!sound.isEverDead)
        #expect(sound.quietMoments > 500)
    }

    @Test func anHourOfALowLevelStationIsNotDead() {
        var sound = Sound()
        sound.add(3600) { second in second.truncatingRemainder(dividingBy: 20) < 19 ? -64 : -58 }
        #expect(!sound.isEverDead)
    }

    @Test func digitalSilenceIsDeadAfterItsLimit() {
        var sound = Sound()
        sound.add(5) { _ in -20 }
        sound.add(20) { _ in nil }
        sound.add(1) { _ in -20 }
        #expect(sound.changes.map(\.air) == [.sounding, .suspicious, .dead, .sounding])
        #expect(abs(sound.changes[2].at - 20) <= 0.2 && sound.changes[3].at < 25.3, "\(sound.changes)")
    }

    /// Dither of one step of 16 bits, as an encoder or a mixer with no input sends.
    @Test func ditherIsDigitalSilence() {
        var sound = Sound(channels: 2)
        for _ in 0..<160 {
            sound.measure((0..<Sound.rate / 5).map { $0.isMultiple(of: 3) ? 0x1p-15 : 0 })
        }
        #expect(sound.changes.map(\.air) == [.suspicious, .dead] && abs(sound.changes[1].at - 15) <= 0.2)
    }

    /// A hum at −70 dBFS, and only one of two channels.
    @Test func humIsDeadAfterTheLongerLimit() {
        var sound = Sound()
        sound.add(40) { _ in -70 }
        #expect(sound.changes.map(\.air) == [.suspicious, .dead] && abs(sound.changes[1].at - 30) <= 0.2)
    }

    @Test func oneLimitForBoth() {
        var sound = Sound(.init(.seconds(3)))
        sound.add(2) { _ in -20 }
        sound.add(4) { _ in -70 }
        #expect(sound.changes.map(\.air) == [.sounding, .suspicious, .dead])
        #expect(abs(sound.changes[2].at - 5) <= 0.2)
    }

    /// However the sound is cut into pieces, and whatever its channels, the answer is the same.
    @Test func pieces() {
        var louder = Sound(.init(.seconds(1)), channels: 2)
        for frame in 0..<3000 { louder.measure([0, frame < 1500 ? 0.01 : 0]) }
        #expect(louder.changes.map(\.air) == [.sounding, .suspicious, .dead])
        #expect(abs(louder.changes[2].at - 2.5) <= 0.11)
    }

    @Test func aNewFormatBeginsANewBlock() {
        var detector = DeadAirDetector(.init(.seconds(1)))
        let silence = [Float](repeating: 0, count: 4410)
        for rate in [44_100, 48_000, 44_100, 22_050] {
            silence.withUnsafeBufferPointer {
                detector.measure($0, format: PCMFormat(sampleRate: rate, channelCount: 1))
            }
        }
        #expect(detector.state.air == .unknown)
        detector.measure(.init(start: nil, count: 0), format: PCMFormat(sampleRate: 0, channelCount: 0))
    }
}
