import RadioFormats
import RadioStations
import Testing

/// The `stations.json` that comes with the program.
@Suite struct CommittedListTests {
    static let committed = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/stations.json"

    @Test func theCommittedListLoadsWithoutAProblem() throws {
        let library = try StationLibrary.load(file: Self.committed)
        #expect(library.problems.isEmpty, "\(library.problems)")
        #expect((25...50).contains(library.stations.count))
        let ids = library.stations.compactMap(\.id)
        #expect(ids.count == library.stations.count && Set(ids).count == ids.count)
        #expect(Set(library.stations.map(\.name)).count == library.stations.count)
        let addresses = library.stations.flatMap(\.urls)
        #expect(Set(addresses).count == addresses.count)
        #expect(addresses.allSatisfy { StationLibrary.isRemote($0) && !$0.contains(".m3u8") })
        for station in library.stations {
            #expect(station.country?.count == 2 && station.country == station.country?.uppercased(), "\(station.name)")
            #expect(station.language != nil && !station.tags.isEmpty && station.summary != nil, "\(station.name)")
            #expect(station.homepage != nil, "\(station.name)")
            #expect([nil, "MP3", "AAC", "HE-AAC"].contains(station.codec), "\(station.name)")
        }
        #expect(Set(library.stations.map(\.country)).count >= 15)
        #expect(Set(library.stations.compactMap(\.codec)).count == 3)
    }

    @Test func everyStationOfTheCommittedListIsFoundByItsIdAndName() throws {
        let library = try StationLibrary.load(file: Self.committed)
        for station in library.stations {
            #expect(library.pick(station.id!) == .one(station, by: .id))
            guard case .one(let found, _) = library.pick(station.name) else {
                Issue.record("\(station.name) names more than one")
                continue
            }
            #expect(found == station)
        }
    }
}
