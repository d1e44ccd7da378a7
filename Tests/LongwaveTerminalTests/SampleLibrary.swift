import RadioFormats
import RadioStations

/// Stations with all kinds of names and details, which a picker must be able to show.
enum SampleLibrary {
    static let stations: [Station] = [
        station("FIP", "FR", "fr", ["jazz", "eclectic"]), station("FIP Jazz", "FR", "fr", ["jazz"]),
        station("Radio Swiss Jazz", "CH", "de,fr", ["jazz"]), station("日本の声", "JP", "ja", ["news"]),
        station("Bayern 2", "DE", "de", []), station("Nameless\u{1B}[2J", nil, nil, ["noise"]),
    ]

    static let library = StationLibrary(stations: stations, source: "sample")

    /// Returns a library of `count` stations.
    static func large(_ count: Int) -> StationLibrary {
        StationLibrary(
            stations: (0..<count).map {
                Station(name: "Station \($0 + 1)", urls: ["http://host/\($0 + 1)"], id: "s\($0 + 1)")
            },
            source: "large")
    }

    private static func station(_ name: String, _ country: String?, _ language: String?, _ tags: [String]) -> Station {
        Station(
            name: name, urls: ["http://user:secret@host.example/\(name.utf8.count)"], id: nil,
            summary: "What \(name) is", codec: "MP3", language: language, country: country, tags: tags, bitRate: 128_000
        )
    }
}
