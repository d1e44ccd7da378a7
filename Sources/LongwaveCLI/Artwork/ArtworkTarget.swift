import Glibc
import Longwave

/// What `artwork` looks for.
struct ArtworkTarget {
    var candidates: [ArtworkCandidate]
    /// Nil where the argument is a picture itself.
    var station: Station?

    /// - Parameters:
    ///   - argument: a picture's address or file, or a station of the list as `play` takes it.
    ///   - library: where the station is looked up.
    static func find(_ argument: String, in library: LibraryReader) throws -> Result<ArtworkTarget, CommandFailure> {
        if argument.lowercased().hasPrefix("data:") { return .success(ArtworkTarget(candidates: [.station(argument)])) }
        switch ArgumentKind(argument, isFile: { access($0, F_OK) == 0 }) {
        case .url(let url): return .success(ArtworkTarget(candidates: [.station(url)]))
        case .file(let path): return .success(ArtworkTarget(candidates: [.station(FileURL.of(path))]))
        case .station(let name):
            return try library.loadNow().flatMap { ProgrammeFinder.item(name, in: $0) }.forCommand.map { item in
                ArtworkTarget(
                    candidates: item.station.artworkURL.map { [.station($0)] } ?? [], station: item.station)
            }
        }
    }
}
