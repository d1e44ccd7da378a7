import RadioFormats
import Testing

@testable import RadioLists

@Suite struct ListCollectorTests {
    private func read(_ bytes: [UInt8], piece: Int) -> Result<StationList, StationListError>? {
        var collector = ListCollector()
        var rest = bytes[...]
        while !rest.isEmpty {
            rest.prefix(piece).withUnsafeBytes { collector.feed($0) }
            rest = rest.dropFirst(piece)
        }
        return collector.finish()
    }

    @Test(arguments: [1, 7, 1000, 100_000, 10_000_000]) func piecesOfAnySize(_ piece: Int) throws {
        let stations = (0..<(piece == 1 ? 300 : 2000)).map { Station(name: "S \($0)", urls: ["http://host/\($0)"]) }
        let (bytes, _) = StationListWriter.write(stations, as: .m3u)
        #expect(bytes.count > ListFormat.sufficientBytes / 4)
        #expect(try read(bytes, piece: piece)?.get().stations.map(\.name) == stations.map(\.name))
    }

    @Test func whatIsNoList() {
        #expect(read([], piece: 1) == nil)
        #expect(read(Array(repeating: 0, count: 100_000), piece: 4096) == nil)
        #expect(read(Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n".utf8), piece: 5) == nil)
    }

    /// A list is longer than the maximum. The collector then keeps nothing of it.
    @Test func aListWithoutEnd() {
        var collector = ListCollector()
        let line = Array(repeating: Array("http://host.example/stream\n".utf8), count: 40_000).flatMap(\.self)
        for _ in 0...(StationList.maximumBytes / line.count) { line.withUnsafeBytes { collector.feed($0) } }
        #expect(collector.finish() == .failure(.tooLarge(maximum: StationList.maximumBytes)))
    }
}
