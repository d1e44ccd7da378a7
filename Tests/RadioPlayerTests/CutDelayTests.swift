import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape
import Testing

@testable import RadioPlayer

/// `CutDelay` delays the cut between two titles' files until the quietest place near the title is known. Each packet in
/// these tests lasts 100 ms.
@Suite struct CutDelayTests {
    private static let format = MediaFormat(
        codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)

    /// Everything that `CutDelay` delivered, as text: the numbers of packets and the names of titles, in order.
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
            // The rows have a tolerance and an overlap in seconds, the packets before which titles arrive, and the
            // expected delivery. The packets cannot be decoded, so no quietest place is found, and each cut stays at
            // its title.
            (0.2, 0.0, [3], "0 1 2 A 3 4 5 6 7 "), (0.0, 0.2, [3], "0 1 2 3 4 A 1 2 3 4 5 6 7 "),
            (0.0, 0.1, [3, 6], "0 1 2 3 A 2 3 4 5 6 B 5 6 7 "),
            // The second title arrives 100 ms after the first, which is less than the overlap of 200 ms.
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

    /// With an overlap of 30 s, all nine packets would have to wait. They have more bytes than may wait, so the cut is
    /// made in the sound that has arrived.
    @Test func bytesAreBounded() throws {
        let delay = try Self.delay(0, 30)
        let given = Given()
        delay.append(Self.title("A"))
        for number in 0..<9 { Self.append(number, to: delay, bytes: 1 << 20) }
        delay.take(isEnd: false, given.take)
        #expect(given.text.hasSuffix("A 0 1 2 3 4 5 6 7 8 "))
    }

    /// After the consumer has refused a delivery, `CutDelay` delivers nothing more.
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
