import RadioStations
import TestSupport
import Testing

struct StationQueryTextTests {
    @Test func everyTokenIsRead() throws {
        let query = try StationQuery(
            text:
                #"late "night jazz" country=fr,ch name~swiss tag="smooth, jazz" bitrate>127.5 played<7 favourite=yes sort=name,-rating group=tag limit=20"#
        )
        #expect(query.words == "late night jazz")
        #expect(
            query.predicates == [
                StationPredicate(.country, .isOneOf([.text("fr"), .text("ch")])),
                StationPredicate(.name, .contains("swiss")),
                StationPredicate(.tag, .equals(.text("smooth, jazz"))), StationPredicate(.bitRate, .greaterThan(127.5)),
                StationPredicate(.lastPlayed, .lessThan(7)), StationPredicate(.favourite, .equals(.flag(true))),
            ])
        #expect(query.sort == [StationSort(.name), StationSort(.rating, isDescending: true)])
        #expect(query.grouping == .tag)
        #expect(query.limit == 20)
    }

    @Test(arguments: [
        ("stars>3", StationQueryError.unknownProperty("stars")), ("group=mood", .unknownGrouping("mood")),
        ("rating>many", .notANumber("rating>many")), ("limit=0", .notANumber("limit=0")),
        ("limit=-1", .notANumber("limit=-1")), ("rating>nan", .notANumber("rating>nan")),
        ("favourite=maybe", .notAFlag("favourite=maybe")), ("name>3", .cannotCompare(.name, "name>3")),
        ("rating~3", .cannotCompare(.rating, "rating~3")), ("favourite=", .cannotCompare(.favourite, "favourite=")),
        ("\"jazz", .openQuote), ("sort=mood", .unknownProperty("mood")),
    ]) func whatIsWrongIsSaid(_ text: String, _ error: StationQueryError) {
        #expect(throws: error) { try StationQuery(text: text) }
        #expect(!error.description.isEmpty)
    }

    /// A sign before a field's name states the direction of sorting. Without a sign, each field has its usual
    /// direction.
    @Test(arguments: [
        ("bitrate", true), ("-bitrate", true), ("+bitrate", false), ("name", false), ("-name", true), ("+name", false),
        ("played", true), ("-played", true), ("+played", false),
    ]) func signsOfAnOrder(_ key: String, _ isDescending: Bool) throws {
        #expect(try StationQuery(text: "sort=" + key).sort.map(\.isDescending) == [isDescending])
    }

    @Test func nothingIsEverything() throws { #expect(try StationQuery(text: "  ") == .all) }

    @Test(arguments: [
        StationQuery.all, .favourites, .recentlyPlayed, .mostPlayed, .neverPlayed, .bestRated, .byCountry, .byLanguage,
        .byTag,
        .byFirstLetter,
    ]) func readyMadeOnesSurvive(_ query: StationQuery) throws { #expect(try StationQuery(text: query.text) == query) }

    /// A random query that is written as text and read again stays the same.
    @Test(arguments: 0..<200) func textIsReadAsItWasWritten(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let texts = ["jazz", "smooth jazz", "a,b", "é=ß", "a>b", "x~y", "日本", "-1", "limit=3"]
        var query = StationQuery(
            words: (0..<Int.random(in: 0...2, using: &random)).map { _ in "word" }.joined(separator: " "))
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let property = StationProperty.allCases.randomElement(using: &random)!
            let (text, other) = (texts.randomElement(using: &random)!, texts.randomElement(using: &random)!)
            let number = [0, -1, 2.5, 1e6, 127].randomElement(using: &random)!
            let comparisons: [StationPredicate.Comparison] = [
                .equals(.text(text)), .equals(.number(number)), .equals(.flag(true)), .contains(text),
                .beginsWith(text),
                .isOneOf([.text(text), .text(other)]), .greaterThan(number), .lessThan(number), .isMissing,
            ]
            query.predicates += comparisons.shuffled(using: &random).prefix(3).compactMap {
                StationPredicate(property, $0)
            }
            query.sort.append(StationSort(property, isDescending: Bool.random(using: &random)))
        }
        query.grouping = StationGrouping.allCases.randomElement(using: &random)
        query.limit = Bool.random(using: &random) ? 7 : nil
        #expect(try StationQuery(text: query.text) == query, "\(query.text)")
    }
}
