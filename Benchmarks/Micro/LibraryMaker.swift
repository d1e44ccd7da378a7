import RadioFormats

/// Makes a library of 50,000 stations, about as many as radio-browser has, for benchmarks. As in radio-browser, a
/// station has a name of several words and one to six tags.
enum LibraryMaker {
    private static let names = [
        "Radio", "FM", "Antenne", "Welle", "Europa", "City", "Super", "Power", "Smooth", "Rádio", "Радио", "Magic",
        "Gold",
        "Star", "Nova", "Energy", "Planet", "Deep",
    ]
    private static let tags = [
        "jazz", "rock", "pop", "news", "talk", "classical", "ambient", "chill", "house", "techno", "folk", "metal",
        "blues", "soul", "funk", "disco",
    ]
    private static let countries = ["US", "DE", "FR", "GB", "RU", "ES", "IT", "BR", "MX", "PL", "NL", "GR"]

    static let stations: [Station] = (0..<50_000).map { number in
        let name = [0, 1, 2].map { names[(number / (1 + 17 * $0) + 7 * $0) % names.count] }.joined(separator: " ")
        let tags = (0..<(1 + number % 6)).map { Self.tags[(number / 5 + $0 * (1 + number % 3)) % Self.tags.count] }
        return Station(
            name: "\(name) \(number)",
            urls: ["https://stream\(number % 7).host\(number % 9973).example/live/\(number).mp3"],
            id: "station-\(number)", homepage: "https://www.host\(number % 9973).example/",
            artworkURL: "https://www.host\(number % 9973).example/logo-\(number).png",
            summary: "The best of \(tags[0])",
            codec: "MP3", language: "en", country: countries[number % countries.count], tags: tags,
            bitRate: 64_000 << (number % 3), directoryID: "00000000-0000-0000-0000-\(100_000_000_000 + number)")
    }
}
