import FoundationEssentials
import RadioFormats
import Testing

@testable import RadioStations

/// Stations, queries and collections that are written as JSON. The texts in these tests come from the first version of
/// Longwave that wrote archives, and must stay readable.
@Suite struct ArchiveTests {
    private func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static let station = Station(
        name: "FIP", urls: ["http://a/", "http://b/"], id: "fip", homepage: "http://h/", artworkURL: "http://p/",
        summary: "s", longDescription: "l", codec: "AAC", language: "fr", country: "FR", tags: ["jazz"],
        charset: "UTF-8", headers: ["User-Agent": "x"], headerHosts: ["c"], bitRate: 128_000, directoryID: "d")
    static let stationText =
        #"{"artworkURL":"http://p/","bitRate":128000,"charset":"UTF-8","codec":"AAC","country":"FR","#
        + #""directoryID":"d","headerHosts":["c"],"headers":{"User-Agent":"x"},"homepage":"http://h/","id":"fip","#
        + #""language":"fr","longDescription":"l","name":"FIP","summary":"s","tags":["jazz"],"#
        + #""urls":["http://a/","http://b/"]}"#
    static let user = UserProperties(
        isFavourite: true, rating: 4, playCount: 2, lastPlayed: MediaTime(milliseconds: 1_800_000_000_123),
        heard: .milliseconds(61_500), gain: -3.5, metadata: ["org.example.colour": "red"])
    static let userText =
        #"{"gain":-3.5,"heard":61500,"isFavourite":true,"lastPlayed":1800000000123,"#
        + #""metadata":{"org.example.colour":"red"},"playCount":2,"rating":4}"#

    @Test func everythingHasItsText() throws {
        func holds<Value: Codable & Equatable>(_ value: Value, _ expected: String) throws {
            #expect(try text(value) == expected)
            #expect(try read(Value.self, expected) == value)
        }
        try holds(Self.station, Self.stationText)
        try holds(Station(name: "x", urls: []), #"{"name":"x","urls":[]}"#)
        try holds(Self.user, Self.userText)
        try holds(UserProperties(), "{}")
        let item = LibraryItem(number: 3, id: "fip", recordID: "old", station: Self.station, user: Self.user)
        try holds(
            StationCollection(title: "FR", items: [item], count: 7),
            #"{"count":7,"items":[{"id":"fip","number":3,"recordID":"old","station":\#(Self.stationText),"#
                + #""user":\#(Self.userText)}],"title":"FR"}"#)
        try holds(
            StationPlaylist(name: "Morning", content: .stations([ListenerRecord(id: "a", name: "A", url: "u")])),
            #"{"name":"Morning","stations":[{"id":"a","name":"A","url":"u"}]}"#)
        try holds(
            StationPlaylist(name: "Jazz", content: .query("tag=jazz")), #"{"name":"Jazz","query":"tag=jazz"}"#)
        try holds([StationGrouping.firstLetter], #"["letter"]"#)
        try holds([StationProperty.bitRate], #"["bitrate"]"#)
    }

    static let predicates: [(StationProperty, StationPredicate.Comparison, String)] = [
        (.country, .isOneOf([.text("FR"), .text("CH")]), #"{"isOneOf":["FR","CH"],"property":"country"}"#),
        (.name, .contains("\"a\" b"), #"{"contains":"\"a\" b","property":"name"}"#),
        (.name, .beginsWith("a"), #"{"beginsWith":"a","property":"name"}"#),
        (.name, .equals(.text("")), #"{"equals":"","property":"name"}"#),
        (.favourite, .equals(.flag(false)), #"{"equals":false,"property":"favourite"}"#),
        (.rating, .equals(.number(1)), #"{"equals":1,"property":"rating"}"#),
        (.rating, .isOneOf([]), #"{"isOneOf":[],"property":"rating"}"#),
        (.bitRate, .greaterThan(127.5), #"{"greaterThan":127.5,"property":"bitrate"}"#),
        (.lastPlayed, .lessThan(7), #"{"lessThan":7,"property":"played"}"#),
        (.codec, .isMissing, #"{"isMissing":true,"property":"codec"}"#),
    ]

    @Test(arguments: predicates.indices) func conditions(_ row: Int) throws {
        let (property, comparison, expected) = Self.predicates[row]
        let predicate = try #require(StationPredicate(property, comparison))
        #expect(try text(predicate) == expected)
        #expect(try read(StationPredicate.self, expected) == predicate)
    }

    @Test func queries() throws {
        let query = StationQuery(
            words: "jazz", predicates: [try #require(StationPredicate(.country, .equals(.text("FR"))))],
            sort: [StationSort(.rating), StationSort(.name, isDescending: true)], grouping: .tag, limit: 5)
        let expected =
            #"{"grouping":"tag","limit":5,"predicates":[{"equals":"FR","property":"country"}],"sort":["#
            + #"{"isDescending":true,"property":"rating"},{"isDescending":true,"property":"name"}],"words":"jazz"}"#
        #expect(try text(query) == expected)
        #expect(try read(StationQuery.self, expected) == query)
        #expect(try text(StationQuery.all) == "{}" && read(StationQuery.self, "{}") == .all)
        #expect(try read(StationSort.self, #"{"property":"rating"}"#) == StationSort(.rating))
    }

    /// Archives that another program wrote, or that a disk damaged, are refused.
    static let refused: [(any (Decodable & Sendable).Type, String)] = [
        (Station.self, "{}"), (Station.self, #"{"name":1}"#), (Station.self, "[]"),
        (Station.self, #"{"name":"x","bitRate":1e30}"#), (Station.self, #"{"name":"x","bitRate":-1}"#),
        (Station.self, #"{"name":"\#(String(repeating: "x", count: ArchiveLimit.textBytes + 1))"}"#),
        (
            Station.self,
            #"{"name":"x","urls":[\#(String(repeating: "\"\",", count: ArchiveLimit.items) + "\"\"")]}"#
        ),
        (StationPredicate.self, #"{"property":"rating","contains":"a"}"#),
        (StationPredicate.self, #"{"property":"codec","isMissing":false}"#),
        (StationPredicate.self, #"{"property":"rating","equals":1,"lessThan":3}"#),
        (StationPredicate.self, #"{"property":"rating"}"#), (StationPredicate.self, #"{"property":"nothing"}"#),
        (
            StationPredicate.self,
            #"{"property":"rating","isOneOf":[\#(String(repeating: "1,", count: ArchiveLimit.items))1]}"#
        ),
        (StationQuery.self, #"{"limit":0}"#), (StationQuery.self, #"{"grouping":"x"}"#),
        (StationCollection.self, #"{"items":[{}]}"#), (LibraryItem.self, #"{"number":1}"#),
        (UserProperties.self, #"{"heard":1e300}"#), (StationPlaylist.self, #"{"stations":[{}]}"#),
    ]

    @Test(arguments: refused.indices) func whatIsRefused(_ row: Int) {
        let (type, text) = Self.refused[row]
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(type, from: Data(text.utf8)) }
    }

    @Test func whatIsMended() throws {
        let user = try read(
            UserProperties.self, #"{"rating":9,"playCount":-5,"heard":-1,"gain":1000,"metadata":{"":"x"}}"#)
        #expect(user == UserProperties(rating: 5, gain: 30))
        #expect(try read(StationCollection.self, #"{"items":[{"station":{"name":"x","id":"i"}}]}"#).count == 1)
        #expect(try read(LibraryItem.self, #"{"station":{"name":"x","id":"i"}}"#).recordID == "i")
        let station = try read(Station.self, #"{"name":"x","headers":{"A":"b\r\nC: d","E":"f"}}"#)
        #expect(station.headers == ["E": "f"])
        #expect(try read(UserProperties.self, #"{"lastPlayed":\#(Int64.min),"heard":\#(Int64.max)}"#).heard > .zero)
    }

    // MARK: After the list has changed

    @Test func whatWasArchivedIsBroughtUpToDate() throws {
        let old = StationLibrary(
            stations: [
                Station(name: "A", urls: ["http://a/1"], id: "a"), Station(name: "B", urls: ["http://b/"], id: "b"),
                Station(name: "C", urls: ["http://c/x"]),
            ], source: "old")
        let archive = try text(StationCollection(title: "T", items: old.items, count: 9))
        let new = StationLibrary(
            stations: [
                Station(name: "C!", urls: ["https://c/x"]), Station(name: "A", urls: ["http://a/2"], id: "a"),
            ], source: "new"
        ).attaching([ListenerRecord(id: "a", name: "A", url: "", properties: UserProperties(rating: 3))])
        let updated = new.updated(try read(StationCollection.self, archive))
        #expect(updated.items.map(\.station.urls) == [["http://a/2"], ["http://b/"], ["https://c/x"]])
        #expect(updated.items.map(\.number) == [2, 0, 1] && updated.items.map(\.user.rating) == [3, nil, nil])
        #expect(updated.title == "T" && updated.count == 9)
        #expect(new.item(id: "a")?.number == 2 && new.item(id: "b") == nil)
    }
}
