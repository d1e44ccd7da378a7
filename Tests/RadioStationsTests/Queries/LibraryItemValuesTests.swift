import RadioFormats
import RadioLoop
import Testing

@testable import RadioStations

@Suite struct LibraryItemValuesTests {
    static let item: LibraryItem = {
        var station = Station(name: "FIP", urls: ["http://a/", "http://b/"], id: "fip")
        station.tags = ["jazz", "world"]
        station.bitRate = 128_000
        var user = UserProperties()
        user.rating = 4
        user.heard = .seconds(90)
        user.lastPlayed = .now - MediaTime(.seconds(2 * 86_400))
        return LibraryItem(number: 1, id: "fip", recordID: "fip", station: station, user: user)
    }()

    static let rows: [(StationProperty, [StationPredicate.Value])] = [
        (.name, [.text("FIP")]), (.url, [.text("http://a/"), .text("http://b/")]),
        (.tag, [.text("jazz"), .text("world")]), (.bitRate, [.number(128)]), (.rating, [.number(4)]),
        (.heard, [.number(1.5)]), (.favourite, [.flag(false)]), (.country, []), (.gain, []),
    ]

    @Test(arguments: rows) func valuesOfAProperty(_ property: StationProperty, _ values: [StationPredicate.Value]) {
        #expect(Self.item.values(for: property) == values)
        #expect(Self.item.value(for: property) == values.first)
    }

    @Test func allThatIsKnown() throws {
        let known = Self.item.properties.map(\.property)
        #expect(known == [.name, .id, .url, .tag, .bitRate, .favourite, .rating, .playCount, .lastPlayed, .heard])
        guard case .number(let days)? = Self.item.value(for: .lastPlayed) else {
            Issue.record("it was heard")
            return
        }
        #expect(days >= 2 && days < 2.1)
    }

    @Test func aLibraryIsAsked() {
        let stations = ["A", "B"].map { Station(name: $0, urls: ["http://\($0)/"]) }
        let library = StationLibrary(stations: stations, source: "list")
        #expect(library.items.map(\.number) == [1, 2])
        let named = StationPredicate(.name, .equals(.text("b"))).map { [$0] } ?? []
        #expect(library.items(StationQuery(predicates: named)).map(\.number) == [2])
        #expect(library.collections(StationQuery(grouping: .firstLetter)).count == 2)
    }
}
