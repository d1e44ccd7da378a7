import RadioFormats
import RadioText

/// Measures how fast titles in UTF-8 are read, for which the reader tries no other charset. Most titles are in UTF-8.
struct TitleReaderBenchmark: Benchmark {
    static let name = "TitleReader"
    static let unit = "title in UTF-8"

    private let titles = [
        "Yazoo - Don't Go", "Beyoncé - Déjà Vu", "Кино - Пачка сигарет", "The Beatles - Yesterday - Live",
    ].map {
        TimedMetadata(kind: .icy, raw: Array("StreamTitle='\($0)';StreamUrl='http://example.org/a.jpg';".utf8))
    }

    mutating func run() -> (units: Int, packets: Int, trace: Int) { Self.read(titles, rounds: 50) }

    static func read(_ titles: [TimedMetadata], rounds: Int) -> (units: Int, packets: Int, trace: Int) {
        var evidence = CharsetEvidence()
        var trace = 0
        for _ in 0..<rounds {
            for title in titles { trace &+= TitleReader.read(title, evidence: &evidence).text.utf8.count }
        }
        return (rounds * titles.count, rounds * titles.count, trace)
    }
}
