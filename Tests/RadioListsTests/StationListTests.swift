import RadioFormats
import RadioLists
import TestSupport
import Testing

@Suite struct StationListTests {
    static let base = "http://host/dir/list"

    static func read(_ text: String, base: String? = StationListTests.base) throws -> StationList {
        try StationList.read(Array(text.utf8), base: base)
    }

    // MARK: The corpus

    static let pass = Corpus.files("playlists/xspf/pass")
    static let fail = Corpus.files("playlists/xspf/fail")

    static func countOfTracks(_ bytes: [UInt8]) -> Int {
        var text = String(decoding: bytes, as: UTF8.self)
        for (start, end) in [("<!--", "-->"), ("<extension", "</extension>")] {
            while let from = text.firstRange(of: start), let to = text[from.upperBound...].firstRange(of: end) {
                text.removeSubrange(from.lowerBound..<to.upperBound)
            }
        }
        return text.ranges(of: "<track>").count + text.ranges(of: "<track ").count
    }

    @Test(.enabled(if: Corpus.isPresent)) func theConformanceSuiteIsThere() {
        #expect(Self.pass.count == 44)
        #expect(Self.fail.count == 51)
    }

    @Test(.enabled(if: Corpus.isPresent), arguments: pass) func loadsEveryTrackOfAGoodList(_ file: String) throws {
        let bytes = try Corpus.read("playlists/xspf/pass/" + file)
        let list = try StationList.read(bytes, base: Self.base)
        #expect(list.format == .xspf)
        // Each track of the XSPF list becomes a station, unless it has no location.
        let withoutLocation = list.problems.count { $0.text == "it has no address" }
        #expect(list.stations.count + withoutLocation == Self.countOfTracks(bytes), "\(list.problems)")
        #expect(list.problems.allSatisfy { $0.text == "it has no address" || $0.text.contains("cannot be played") })
    }

    @Test(.enabled(if: Corpus.isPresent), arguments: fail) func aBadListEndsWithWhatItHas(_ file: String) throws {
        let bytes = try Corpus.read("playlists/xspf/fail/" + file)
        do {
            let list = try StationList.read(bytes, base: Self.base)
            #expect(list.stations.count <= Self.countOfTracks(bytes))
        } catch {
            #expect(error == .notAList)
        }
    }
}
