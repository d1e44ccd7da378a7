import RadioFormats
import RadioStations
import Testing

/// The listener's marks stay with a station when its list is edited or replaced.
struct PersistentIDTests {
    private static func library(_ stations: [Station]) -> StationLibrary {
        StationLibrary(stations: stations, source: "test")
    }

    @Test func theListsOwnIdCounts() {
        #expect(Station(name: "A", urls: ["http://a.test/"], id: "a").persistentID == "a")
    }

    /// The id that is made from an address. Listeners' databases contain such ids, so they must never change.
    @Test func anAddressGivesAnIdThatStays() {
        #expect(Station(name: "A", urls: ["http://radio.test/stream"]).persistentID == "url-air6qkq51shhj")
        let ids = Set(
            [
                "http://radio.test/stream", "https://RADIO.test/stream", "http://radio.test:80/stream",
                "http://me:pw@radio.test/stream#x",
            ]
            .map { Station(name: "A", urls: [$0]).persistentID })
        #expect(ids.count == 1)
        let others = Set(
            [
                "http://radio.test/other", "http://radio.test:8000/stream", "http://radio.test/stream?hq=1",
                "http://2.test/stream",
            ]
            .map { Station(name: "A", urls: [$0]).persistentID })
        #expect(others.union(ids).count == 5)
    }

    private static func record(_ station: Station, rating: Int) -> ListenerRecord {
        ListenerRecord(
            id: station.persistentID, name: station.name, url: station.urls[0],
            properties: UserProperties(rating: rating))
    }

    private static let before = [
        Station(name: "Alpha", urls: ["http://a.test/1"]), Station(name: "Beta", urls: ["http://b.test/1"]),
        Station(name: "Gamma", urls: ["http://c.test/1"], id: "c"),
    ]
    private static let records = before.enumerated().map { record($1, rating: $0 + 1) }

    private static func ratings(_ stations: [Station]) -> [Int?] {
        let library = library(stations).attaching(records)
        return stations.indices.map { library.item(at: $0).user.rating }
    }

    @Test func editsLoseNothing() {
        #expect(Self.ratings(Self.before) == [1, 2, 3])
        // In the edited list, the first station has another name, the second has a new address before its old one, and
        // the third has another id.
        #expect(
            Self.ratings([
                Station(name: "Alpha FM", urls: ["https://a.test/1"]),
                Station(name: "Beta", urls: ["http://new.test/", "http://b.test/1"]),
                Station(name: "Gamma", urls: ["http://c.test/1"], id: "gamma"),
            ]) == [1, 2, 3])
        // A station with the same name, and with no known address or id, gets the old station's marks.
        #expect(Self.ratings([Station(name: "BÉTA", urls: ["http://elsewhere.test/"])]) == [2])
    }

    @Test func nobodyElsesIsTaken() {
        // Two new stations have the name of the old one. It is unknown which of them it is, so neither gets its marks.
        #expect(
            Self.ratings([
                Station(name: "Beta", urls: ["http://x.test/"]), Station(name: "Beta", urls: ["http://y.test/"]),
            ])
                == [nil, nil])
        // The old station is still in the list, so a new station with the same name gets no marks.
        #expect(Self.ratings([Station(name: "Beta", urls: ["http://x.test/"]), Self.before[1]]) == [nil, 2])
        #expect(Self.ratings([Station(name: "Delta", urls: ["http://d.test/"])]) == [nil])
    }

    /// The station's marks were found under its old id. They stay under this id in the listener's database, and the
    /// station in the library has the new id.
    @Test(arguments: [
        Station(name: "Alpha", urls: ["http://moved.test/"]),
        Station(name: "A", urls: ["http://a.test/1"], id: "alpha"),
    ]) func theIdOfTheListIsTheId(_ edited: Station) {
        let library = Self.library([edited]).attaching(Self.records)
        let item = library.item(at: 0)
        #expect(item.user.rating == 1)
        #expect(item.id == edited.persistentID && item.id != Self.records[0].id)
        #expect(library.pick(item.id) == .one(edited, by: .id))
        #expect(ListenerRecord(item).id == Self.records[0].id)
    }

    /// A playlist finds an edited station by its old and by its new id. When it is written, it contains the new id.
    @Test func playlistsFindBothIds() throws {
        let edited = Station(name: "A", urls: ["http://a.test/1"], id: "alpha")
        let library = Self.library([edited, Self.before[1]]).attaching(Self.records)
        let entries = [Self.records[0], ListenerRecord(entry: library.item(at: 0))]
        #expect(entries.map(\.id) == [Self.before[0].persistentID, "alpha"])
        let playlist = StationPlaylist(name: "Both", content: .stations(entries))
        #expect(try LibrarySearch(library).items(of: playlist, now: .zero).map(\.number) == [1, 1])
    }

    // MARK: Several lists

    @Test func listsAreJoinedInOrder() {
        let first = StationLibrary(stations: Self.before, source: "first")
        let second = StationLibrary(
            stations: [
                Station(name: "Gamma 2", urls: ["http://z.test/"], id: "c"),
                Station(name: "New", urls: ["http://n.test/"]),
            ],
            source: "second")
        let both = StationLibrary([first, second])
        #expect(both.stations.map(\.name) == ["Alpha", "Beta", "Gamma", "New"])
        #expect(both.sources == ["first", "second"])
        let groups = LibrarySearch(both).collections(StationQuery(grouping: .source), now: .zero)
        #expect(groups.map(\.title) == ["first", "second"])
        #expect(groups.map { $0.items.map(\.number) } == [[1, 2, 3], [4]])
    }

    @Test func differencesAreTold() {
        let old = Self.library(Self.before).attaching(Self.records)
        var records = Self.records
        records[1].properties.isFavourite = true
        let new = Self.library([
            Station(name: "Alpha", urls: ["http://a.test/1"], country: "FR"), Self.before[1],
            Station(name: "Delta", urls: ["http://d.test/"], id: "d"),
        ]).attaching(records)
        let difference = LibraryDifference(from: old, to: new)
        #expect(difference.added == ["d"])
        #expect(difference.removed == ["c"])
        #expect(difference.changed == [Self.before[0].persistentID, Self.before[1].persistentID])
        #expect(LibraryDifference(from: new, to: new).isEmpty)
    }
}
