import Longwave
import Testing

@testable import LongwaveCLI
@testable import RadioTitles

@Suite struct SongStreamTests {
    private static func track(_ number: Int) -> PlayedTrack {
        PlayedTrack(
            track: TrackInfo(kind: .song, artist: "X", title: "[\(number)]", text: "X - [\(number)]"), station: "one",
            stationName: "One", start: MediaTime(value: Int64(number), timescale: 1), end: nil, unseen: .zero,
            offset: 0, source: .inBand)
    }

    private func write(_ count: Int, _ format: OutputFormat) -> [String] {
        var parts: [String] = []
        var stream = SongStream(format, charset: .utf8, width: nil) {
            parts.append($0)
            return true
        }
        for number in 0..<count {
            let isWanted = stream.take(Self.track(number))
            #expect(isWanted)
        }
        stream.end()
        return parts
    }

    /// Tracks are written in blocks of limited size. All blocks together equal the text of all tracks written at once.
    @Test(arguments: [OutputFormat.json, .csv, .tsv], [0, 1, 999, 1000, 1001, 3500])
    func tracksComeInBlocks(_ format: OutputFormat, _ count: Int) {
        let parts = write(count, format)
        let whole = SongPrinter.document((0..<count).map(Self.track)).text(format, charset: .utf8, width: nil)
        #expect(parts.joined() == whole)
        #expect(parts.allSatisfy { $0.utf8.count < 600 * SongStream.maximumBlock })
        #expect(count < 2000 || parts.count >= count / SongStream.maximumBlock)
    }

    @Test func aTableHasOneHead() {
        let lines = write(2500, .table).joined().split(separator: "\n")
        #expect(lines.count == 2501 && lines.count { $0.hasPrefix("TIME") } == 1)
    }

    @Test func aReaderThatGoesEndsIt() {
        var stream = SongStream(.csv, charset: .utf8, width: nil) { _ in false }
        var count = 0
        while count < 5000, stream.take(Self.track(count)) { count += 1 }
        #expect(count == SongStream.maximumBlock - 1)
    }
}
