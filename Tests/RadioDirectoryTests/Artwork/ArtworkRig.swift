import Glibc
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStations
import TestSupport

@testable import RadioDirectory

/// An `ArtworkCache` whose clock the test sets.
final class ArtworkRig {
    typealias Answer = Result<Artwork, ArtworkError>

    let loop: EventLoop
    let folder: TemporaryDirectory
    /// The time of the cache's clock, in milliseconds since 1970.
    var now: Int64 = 1_700_000_000_000
    var cachePath: String { folder.path + "/cache/artwork" }
    private(set) var cache: ArtworkCache!

    init(
        folder: TemporaryDirectory? = nil, loop: EventLoop? = nil, searchPath: String = "",
        _ change: (inout ArtworkCache.Limits) -> Void = { _ in }
    ) throws {
        self.folder = try folder ?? TemporaryDirectory()
        self.loop = try loop ?? EventLoop()
        var limits = ArtworkCache.Limits()
        limits.time = .seconds(60)
        change(&limits)
        cache = ArtworkCache(
            folder: cachePath, loop: self.loop, limits: limits, searchPath: searchPath,
            clock: { [weak self] in self?.now ?? 0 })
    }

    /// Requests a picture and waits for the result. Fails if a second result comes.
    func find(
        _ candidates: [ArtworkCandidate], home: String? = nil, station: Station? = nil, wanted: Int = 512,
        format: ArtworkCache.Format = .any, ignoresFailures: Bool = false
    ) -> Answer? {
        var answers: [Answer] = []
        cache.find(
            candidates, home: home, station: station, wanted: wanted, format: format, ignoresFailures: ignoresFailures
        ) { answers.append($0) }
        precondition(answers.isEmpty)
        loop.turn(within: .seconds(120)) { !answers.isEmpty }
        for _ in 0..<5 { loop.turn(mayBlock: false) }
        return answers.count == 1 ? answers[0] : nil
    }

    func find(_ url: String, wanted: Int = 512) -> Answer? { find([.station(url)], wanted: wanted) }

    /// Returns the names of the files in the cache's folder that end with `ending`.
    func names(ending: String = "") -> [String] { LocalFile.names(in: cachePath).filter { $0.hasSuffix(ending) } }

    func read(_ path: String) -> [UInt8] { (try? LocalFile.read(path, maximum: 64 << 20)) ?? [] }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = folder.path + "/" + name
        try LocalFile.replace(path, with: bytes)
        return path
    }
}
