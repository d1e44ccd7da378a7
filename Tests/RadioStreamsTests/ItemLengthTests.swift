import RadioFormats
import Testing

@testable import RadioStreams

@Suite struct ItemLengthTests {
    private let format = MediaFormat(codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)

    /// Returns the estimate of a file's duration after 100 packets of 400 bytes and 1,152 samples each. `bytes` is the
    /// number of bytes that have arrived.
    private func length(bytes: Int) -> ItemLength {
        var length = ItemLength()
        length.connect()
        length.begin(format)
        let bytes400 = [UInt8](repeating: 0, count: 400)
        bytes400.withUnsafeBytes { raw in
            for _ in 0..<100 { length.add(Packet(bytes: raw, sampleCount: 1152)) }
        }
        length.add(bytes: bytes)
        return length
    }

    private let hundred = 100 * 1152.0 / 44_100

    @Test func nothingIsKnownAtFirst() {
        var length = ItemLength()
        #expect(length.duration(isComplete: false) == nil)
        length.byteCount = 1000
        #expect(length.duration(isComplete: false) == nil)
    }

    @Test func whatIsLeftIsTakenToBeLikeWhatCame() throws {
        var length = length(bytes: 40_000)
        length.byteCount = 400_000
        #expect(abs(try #require(length.duration(isComplete: false)).seconds - 10 * hundred) < 0.001)
    }

    /// The file contains a picture of half a megabyte in a tag. The estimate of the duration does not count these bytes
    /// as sound.
    @Test func tagsDoNotCount() throws {
        var length = length(bytes: 540_000)
        length.byteCount = 540_000 + 40_000
        #expect(abs(try #require(length.duration(isComplete: false)).seconds - 2 * hundred) < 0.001)
    }

    @Test func aHeaderKnowsBetter() throws {
        var length = length(bytes: 40_000)
        length.byteCount = 400_000
        length.take(.stated(MediaTime(samples: 300 * 1152, rate: 44_100)))
        #expect(abs(try #require(length.duration(isComplete: false)).seconds - 3 * hundred) < 0.001)
    }

    @Test func whatWasAllReceivedIsExact() throws {
        var length = length(bytes: 40_000)
        length.take(.stated(MediaTime(samples: 300 * 1152, rate: 44_100)))
        #expect(length.duration(isComplete: true) == MediaTime(samples: 115_200, rate: 44_100))
    }

    /// A new connection delivers the file again from its start. Bytes that arrive a second time are not counted twice.
    @Test func aNewConnectionBeginsAgain() throws {
        var length = length(bytes: 40_000)
        length.byteCount = 400_000
        length.connect()
        length.add(bytes: 20_000)
        #expect(abs(try #require(length.duration(isComplete: false)).seconds - 10 * hundred) < 0.001)
    }

    @Test(arguments: [Int.max, Int.max / 2]) func nonsenseIsBounded(_ count: Int) throws {
        var length = length(bytes: 40_000)
        length.byteCount = count
        #expect(try #require(length.duration(isComplete: false)).seconds <= 1_000_000_000)
        length.take(.stated(MediaTime(seconds: 9e9)))
        #expect(try #require(length.duration(isComplete: false)).seconds <= 1_000_000_000)
    }
}
