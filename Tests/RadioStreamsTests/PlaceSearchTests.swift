import RadioFormats
import TestSupport
import Testing

@testable import RadioStreams

@Suite struct PlaceSearchTests {
    /// Returns the byte positions at which a search looks in a file. `time` is the time, in seconds, of the sound at a
    /// byte position, or nil if no sound is found there.
    private static func places(
        of target: Double, in byteCount: Int, length: Double? = nil, first: Int, _ time: (Int) -> Double?
    ) throws -> [Int] {
        let length = length.map { MediaTime(seconds: $0) }
        var search = try #require(
            PlaceSearch(for: MediaTime(seconds: target), guess: first, byteCount: byteCount, length: length))
        var places = [search.guess]
        while places.count < 100 {
            let next =
                if let time = time(search.guess) { search.found(MediaTime(seconds: time)) } else {
                    search.foundNothing()
                }
            guard let next else { break }
            places.append(next)
            // The search ends when it reaches the start of the file.
            if next == 0 { break }
            #expect(next == search.guess && (0..<byteCount).contains(next))
        }
        return places
    }

    @Test func `a good guess is taken, others are made better`() throws {
        let linear = { (byte: Int) -> Double? in Double(byte) / 20_000 }
        let bytes = 20_000_000
        #expect(try Self.places(of: 500, in: bytes, first: 9_970_000, linear).count == 1)
        #expect(try Self.places(of: 500, in: bytes, length: 1000, first: 2_000_000, linear).count == 2)
        #expect(try Self.places(of: 500, in: bytes, first: 2_000_000, linear).count == 2)
        #expect(try Self.places(of: 500, in: bytes, first: 19_000_000, linear).count <= 3)
    }

    @Test func `where nothing is found it goes to the last place before, or to the beginning`() throws {
        #expect(try Self.places(of: 500, in: 1 << 30, first: 1 << 29) { _ in nil }.last == 0)
        #expect(try Self.places(of: 500, in: 1 << 30, first: 1 << 29) { _ in 600 }.last == 0)
        let places = try Self.places(of: 500, in: 1 << 30, first: 1 << 29) { $0 < 1 << 27 ? 1 : nil }
        let last = try #require(places.last)
        #expect(last > 0 && last < 1 << 27, "\(places)")
    }

    @Test func `any answers come to an end`() throws {
        var random = SplitMix64(state: 1)
        for _ in 0..<10_000 {
            let byteCount = Int.random(in: 300_000...(1 << Int.random(in: 20...62, using: &random)), using: &random)
            let target = Double.random(in: 2...100_000, using: &random)
            let first = Int.random(in: 1...byteCount, using: &random)
            let places = try Self.places(of: target, in: byteCount, first: first) { _ in
                Bool.random(using: &random) ? nil : Double.random(in: -1...2 * target, using: &random)
            }
            #expect(places.count <= PlaceSearch.maximumGuesses + 2)
        }
    }
}
