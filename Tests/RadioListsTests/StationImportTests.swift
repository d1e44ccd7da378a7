import RadioFormats
import RadioLists
import TestSupport
import Testing

@Suite struct StationImportTests {
    static let file = #"""
        {"station": [
          {"id": "a", "name": "My A", "streamURL": "http://a/", "x": 1.50, "codec": "MP3"},
          {"name": "B", "streamURL": "http://b/1", "urls": ["http://b/2"], "stationuuid": "U-1"}
        ]}
        """#

    static func take(_ stations: [Station], into text: String = file) throws -> (StationImport, [Station]) {
        let result = try StationImport(stations, into: Array(text.utf8))
        return (result, try StationFile.read(result.bytes).stations)
    }

    @Test func whatIsKnownIsChangedAndTheRestAdded() throws {
        let (result, stations) = try Self.take([
            // The imported station has an address of this station. The user's name for it stays.
            Station(name: "A", urls: ["http://a/"], codec: "AAC", bitRate: 64_000),
            // The imported station has this station's directory id. Its new address becomes the first, and the old ones
            // stay.
            Station(name: "B", urls: ["http://new/"], directoryID: "u-1"),
            Station(name: "C", urls: ["http://c/"], tags: ["x"]),
            Station(name: "A again", urls: ["http://a/"]),
            Station(name: "C again", urls: ["http://c/"], tags: ["y"]),
            Station(name: "", urls: []),
        ])
        #expect(result.added == [Station(name: "C", urls: ["http://c/"], tags: ["y"])])
        #expect(result.changed.map(\.fields) == [[.codec, .bitRate], [.url, .furtherURLs, .directoryID]])
        #expect(result.unchangedCount == 1)
        #expect(stations.map(\.name) == ["My A", "B", "C"])
        #expect(stations[0].codec == "AAC" && stations[0].bitRate == 64_000 && stations[0].id == "a")
        #expect(stations[1].urls == ["http://new/", "http://b/1", "http://b/2"])
        #expect(String(decoding: result.bytes, as: UTF8.self).contains("\"x\": 1.50"))
    }

    @Test func theSameAgainChangesNothing() throws {
        var random = SeededGenerator(seed: 3)
        let stations = RandomStations.clean(100, &random).enumerated().map { index, station in
            var station = station
            station.urls = station.urls.enumerated().map { "http://host/\(index)/\($0.offset)" }
            station.directoryID = nil
            return station
        }
        let (first, read) = try Self.take(stations, into: String(decoding: StationImport.emptyFile, as: UTF8.self))
        #expect(first.added == stations && read == stations && first.changed.isEmpty)
        let again = try StationImport(stations, into: first.bytes)
        #expect(again.bytes == first.bytes && again.added.isEmpty && again.changed.isEmpty)
        #expect(again.unchangedCount == stations.count)
    }

    @Test func theDirectoryTellsStationsApartThatShareAnAddress() throws {
        let two = ["U-2", "U-3"].map { Station(name: "B", urls: ["http://b/1"], directoryID: $0) }
        let (result, stations) = try Self.take(two)
        #expect(result.added == two && stations.count == 4)
        #expect(try StationImport(two, into: result.bytes).bytes == result.bytes)
    }

    @Test func aBrokenFileIsNotTouched() {
        #expect(throws: StationFileError.self) { try Self.take([], into: "{\"station\":[") }
    }
}
