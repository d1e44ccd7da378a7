import RadioFormats
import RadioStations
import Testing

@Suite struct StationSearchTests {
    static let library = StationLibrary(
        stations: [
            Station(name: "FIP", urls: ["http://a"], language: "fr", country: "FR", tags: ["jazz", "éclectique"]),
            Station(name: "Radio Swiss Jazz", urls: ["http://b"], id: "rsj", codec: "MP3", country: "CH"),
            Station(
                name: "Ö1", urls: ["http://c"], codec: "MP3", language: "de", country: "AT", tags: ["public radio"]),
        ], source: "test")

    @Test(arguments: [
        ("", [1, 2, 3]), ("jazz", [1, 2]), ("JAZZ fr", [1]), ("eclec", [1]), ("rsj", [2]), ("mp3", [2, 3]),
        ("radio", [2, 3]), ("o1 mp3 at", [3]), ("azz", []), ("xyz", []),
    ]) func findsByWords(_ words: String, _ numbers: [Int]) {
        let found = LibrarySearch(Self.library).items(StationQuery(words: words), now: .zero)
            .sorted { $0.number < $1.number }
        #expect(found.map(\.number) == numbers)
        #expect(found.map(\.station) == numbers.map { Self.library.stations[$0 - 1] })
    }
}
