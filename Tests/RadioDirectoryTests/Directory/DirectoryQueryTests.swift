import Testing

@testable import RadioDirectory

/// The parameters with which a search is sent to the directory (radio-browser's API documentation, "Advanced station
/// search").
struct DirectoryQueryTests {
    @Test func signsOfAnOrder() {
        #expect(DirectoryOrder.read("-votes")?.isReversed == false && DirectoryOrder.read("+votes")?.isReversed == true)
        #expect(DirectoryOrder.read("-name")?.isReversed == true && DirectoryOrder.read("+name")?.isReversed == false)
    }

    @Test(arguments: [
        ("big band", DirectoryQuery(words: "big band", limit: 9)),
        ("wave tag=jazz country=fr", DirectoryQuery(words: "wave", country: "fr", tags: ["jazz"], limit: 9)),
        (
            #"tag="smooth jazz" tag=soul language=de"#,
            DirectoryQuery(language: "de", tags: ["smooth jazz", "soul"], limit: 9)
        ),
        ("tag= bitrate>100 x", DirectoryQuery(words: "x", limit: 9)),
        ("rock=roll", DirectoryQuery(words: "rock=roll", limit: 9)),
    ])
    func whatIsTyped(_ text: String, _ query: DirectoryQuery) {
        #expect(DirectoryQuery(typed: text, limit: 9) == query)
    }

    private static let rows: [(DirectoryQuery, String)] = [
        (DirectoryQuery(), "order=votes&reverse=true&hidebroken=true&offset=0&limit=50"),
        (
            DirectoryQuery(words: "Südwest & Co", order: .name),
            "name=S%C3%BCdwest%20%26%20Co&order=name&reverse=false&hidebroken=true&offset=0&limit=50"
        ),
        // The directory has country codes in capital letters, and GB for the code `uk` that people type.
        (
            DirectoryQuery(country: "uk", limit: 3),
            "countrycode=GB&order=votes&reverse=true&hidebroken=true&offset=0&limit=3"
        ),
        (
            DirectoryQuery(country: "France"),
            "country=France&order=votes&reverse=true&hidebroken=true&offset=0&limit=50"
        ),
        // The directory's languages are English names in small letters.
        (
            DirectoryQuery(language: "DE", order: .clicks, isReversed: true),
            "language=german&order=clickcount&reverse=false&hidebroken=true&offset=0&limit=50"
        ),
        (
            DirectoryQuery(language: "Swiss German", codec: "he-aac"),
            "language=swiss%20german&codec=AAC%2B&order=votes&reverse=true&hidebroken=true&offset=0&limit=50"
        ),
        (
            DirectoryQuery(codec: "Vorbis"),
            "codec=OGG&order=votes&reverse=true&hidebroken=true&offset=0&limit=50"
        ),
        (
            DirectoryQuery(tags: ["Smooth Jazz", "80s"], codec: "mp3", order: .changed),
            "tagList=smooth%20jazz%2C80s&codec=MP3&order=changetimestamp&reverse=true&hidebroken=true&offset=0&limit=50"
        ),
    ]

    @Test(arguments: rows) func target(_ query: DirectoryQuery, _ expected: String) {
        #expect(query.target(offset: 0, limit: query.limit) == "/json/stations/search?" + expected)
    }

    @Test func limitsAreBrought() {
        #expect(DirectoryQuery(limit: 0).limit == 1)
        #expect(DirectoryQuery(limit: 1_000_000).limit == DirectoryQuery.maximumLimit)
    }

    @Test(arguments: [
        ("960e57c5-0601-11e8-ae97-52543be04c81", true), ("960E57C5-0601-11E8-AE97-52543BE04C81", true),
        ("960e57c5-0601-11e8-ae97-52543be04c8", false), ("960e57c5-0601-11e8-ae97-52543be04c8/", false),
        ("960e57c5060111e8ae9752543be04c81", false), ("", false),
    ])
    func ids(_ text: String, _ isID: Bool) {
        #expect(StationDirectory.isID(text) == isID)
    }

    @Test(
        arguments: [
            (nil, .radioBrowser), ("", .radioBrowser), ("none", nil), ("ftp://x", nil), ("https://", nil),
            ("http://127.0.0.1:8080/", .server("http://127.0.0.1:8080")),
        ] as [(String?, DirectoryAddress?)])
    func addresses(_ variable: String?, _ expected: DirectoryAddress?) {
        let environment = variable.map { [DirectoryAddress.variable: $0] } ?? [:]
        #expect(DirectoryAddress(environment: environment) == expected)
    }
}
