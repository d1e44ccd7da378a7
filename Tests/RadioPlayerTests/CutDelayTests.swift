import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape
import Testing

@testable import RadioPlayer

/// Cuts between titles that are delayed until their best place is known. Each packet lasts 100 ms.
@Suite struct CutDelayTests {
    private static let format = MediaFormat(
        codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)

    /// What was delivered, in order: packets, by their numbers, and titles.
    private final class Given {
        var text = ""

        func take(_ step: CutDelay.Step) -> Bool {
            switch step {
            case .packet(let packet): text += "\(packet.bytes[0]) "
            case .cut(let title): text += "\(title.playing.track.text) "
            }
            return true
        }
    }

    private static func title(_ text: String) -> CutDelay.Title {
        let playing = NowPlaying(
            track: TrackInfo(kind: .song, text: text), stationName: "", received: .now, heard: .now, position: .zero)
        return CutDelay.Title(cut: .newFile, playing: playing)
    }

    private static func append(_ number: Int, to delay: CutDelay, bytes count: Int = 1) {
        let tick = MediaTime(seconds: 0.1).flicks
        [UInt8](repeating: UInt8(number % 256), count: count).withUnsafeBytes { bytes in
            delay.append(
                Timeline.HeldPacket(
                    bytes: bytes, sampleCount: 4410, lead: 0, tail: 0, start: Int64(number) * tick, duration: tick,
                    format: format, isDiscontinuous: false, startsAnew: false))
        }
    }

    private static func delay(_ tolerance: Double, _ overlap: Double) throws -> CutDelay {
        try #require(
            CutDelay(.init(splits: true, tolerance: .seconds(tolerance), overlap: .seconds(overlap))))
    }

    @Test(
        arguments: [
            // These packets cannot be decoded, so the cuts stay at the titles.
            (0.2, 0.0, [3], "0 1 2 A 3 4 5 6 7 "), (0.0, 0.2, [3], "0 1 2 3 4 A 1 2 3 4 5 6 7 "),
            (0.0, 0.1, [3, 6], "0 1 2 3 A 2 3 4 5 6 B 5 6 7 "),
            // Two titles are closer together than the overlap of the files.
            (0.0, 0.2, [3, 4], "0 1 2 3 4 A 1 2 3 4 5 B 2 3 4 5 6 7 "), (0.0, 0.1, [0], "0 A 0 1 2 3 4 5 6 7 "),
            (0.0, 0.1, [8], "0 1 2 3 4 5 6 7 A 7 "), (0.1, 0.0, [], "0 1 2 3 4 5 6 7 "),
        ] as [(Double, Double, [Int], String)], [false, true])
    func steps(_ row: (Double, Double, [Int], String), asTheyCome: Bool) throws {
        let delay = try Self.delay(row.0, row.1)
        let given = Given()
        for number in 0...8 {
            for (index, place) in row.2.enumerated() where place == number {
                delay.append(Self.title(["A", "B"][index]))
            }
            if number < 8 { Self.append(number, to: delay) }
            if asTheyCome, number > 0 { delay.take(isEnd: false, given.take) }
        }
        delay.take(isEnd: true, given.take)
        #expect(given.text == row.3)
    }

    @Test func nothingToWaitFor() {
        #expect(CutDelay(.init(splits: true)) == nil)
        #expect(CutDelay(.init(tolerance: .seconds(1), overlap: .seconds(1))) == nil)
    }

    /// If too many bytes wait for the cut, the cut's place is chosen within the sound that has arrived.
    @Test func bytesAreBounded() throws {
        let delay = try Self.delay(0, 30)
        let given = Given()
        delay.append(Self.title("A"))
        for number in 0..<9 { Self.append(number, to: delay, bytes: 1 << 20) }
        delay.take(isEnd: false, given.take)
        #expect(given.text.hasSuffix("A 0 1 2 3 4 5 6 7 8 "))
    }

    /// A consumer that stops in the middle receives nothing more.
    @Test func anEnd() throws {
        let delay = try Self.delay(0, 0.1)
        for number in 0..<5 { Self.append(number, to: delay) }
        var count = 0
        delay.take(isEnd: true) { _ in
            count += 1
            return count < 2
        }
        delay.take(isEnd: true) { _ in
            count += 1
            return true
        }
        #expect(count == 2)
    }
}
