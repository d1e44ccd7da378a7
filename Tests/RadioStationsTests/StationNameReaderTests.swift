import RadioFormats
import Testing

@testable import RadioStations

@Suite struct StationNameReaderTests {
    static let library = StationLibrary(
        stations: [
            ("SomaFM Groove Salad", "somafm-groovesalad"), ("SomaFM Groove Salad Classic", "somafm-gsclassic"),
            ("FIP", "fip"), ("FIP Jazz", "fip-jazz"), ("Radio Swiss Jazz", "rsj"), ("ORF Ö1", "oe1"),
            ("Česká Rozhlas Vltava", nil), ("1LIVE", "einslive"), ("Русское Радио", nil), ("Twin", nil), ("twin!", nil),
            ("5", nil), ("Rock 'n' Roll Radio", nil), ("Smørrebrød FM", nil),
        ].map { Station(name: $0.0, urls: ["http://\($0.0)"], id: $0.1) }, source: "test")

    enum Expected: Sendable {
        case one(Int, StationPick.Means)
        case ambiguous([Int])
        case none([Int])
    }

    static let rows: [(String, Expected)] = [
        ("fip", .one(3, .id)), ("FIP-JAZZ", .one(4, .id)), ("rsj", .one(5, .id)),
        // `fip` is an id and also a name, and the id takes precedence. A name that equals the text takes precedence
        // over a longer name that begins with it.
        ("somafmgroovesalad", .one(1, .id)),
        ("FIP Jazz!", .one(4, .id)), ("  radio   swiss jazz ", .one(5, .exactName)), ("orf ö1", .one(6, .exactName)),
        ("ORF O1", .one(6, .exactName)),
        ("ORF O\u{308}1", .one(6, .exactName)), ("ceska rozhlas vltava", .one(7, .exactName)),
        ("русское радио", .one(9, .exactName)), ("rock n roll radio", .one(13, .exactName)),
        ("smorrebrod fm", .one(14, .exactName)),
        // A number is the place of a station in the list, unless a station has this number as its name.
        ("2", .one(2, .number)), (" 14 ", .one(14, .number)), ("5", .one(12, .exactName)), ("15", .none([])),
        ("0", .none([])),
        ("1live", .one(8, .exactName)), ("1l", .one(8, .uniquePrefix)),
        ("radio s", .one(5, .uniquePrefix)), ("RUSSKOE", .none([])), ("русс", .one(9, .uniquePrefix)),
        ("somafm", .ambiguous([1, 2])), ("twin", .ambiguous([10, 11])), ("fip j", .one(4, .uniquePrefix)),
        ("salad", .ambiguous([1, 2])), ("classic groove", .one(2, .uniqueWords)), ("swiss", .one(5, .uniqueWords)),
        ("jazz fip", .one(4, .uniqueWords)), ("jazz", .ambiguous([4, 5])), ("gsclassic", .one(2, .uniqueWords)),
        // Misspelt words find their station if there is only one.
        ("vltva", .one(7, .bestMatch)), ("grove salat", .ambiguous([1, 2])), ("rusiskoje", .none([])),
        ("swis jaz", .one(5, .uniqueWords)),
        ("swizs", .one(5, .bestMatch)), ("swizz", .none([])), ("rdaio swiss", .one(5, .bestMatch)),
        ("vltvaa", .one(7, .bestMatch)),
        ("vltvaab", .none([7])), ("", .none([])), ("   ", .none([])), ("?!", .none([])),
        ("xyzzyx", .none([])),
    ]

    @Test(arguments: rows) func picks(_ typed: String, _ expected: Expected) {
        let stations = Self.library.stations
        let pick: StationPick =
            switch expected {
            case .one(let number, let means): .one(stations[number - 1], by: means)
            case .ambiguous(let numbers): .ambiguous(numbers.map { stations[$0 - 1] })
            case .none(let numbers): .none(suggestions: numbers.map { stations[$0 - 1] })
            }
        #expect(Self.library.pick(typed) == pick)
    }

    /// An id that equals the text takes precedence over ids that differ from it only in punctuation, also if the ids
    /// have no letters.
    @Test func idsLetterForLetter() {
        let library = StationLibrary(
            stations: ["fip", "f-i-p", "+", "url-1", nil, nil].map { id in
                Station(name: "Same", urls: ["http://same.test/\(id ?? "")"], id: id)
            }, source: "test")
        for station in library.stations {
            #expect(library.pick(station.persistentID) == .one(station, by: .id), "\(station.persistentID)")
        }
    }

    @Test func longNonsenseIsBounded() {
        #expect(Self.library.pick(String(repeating: "a b", count: 100_000)) == .none(suggestions: []))
    }
}
