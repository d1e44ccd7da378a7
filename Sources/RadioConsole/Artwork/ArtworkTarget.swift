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
    static func find(_ argument: String, in library: LibraryReader) throws(CommandFailure) -> ArtworkTarget {
        if argument.lowercased().hasPrefix("data:") { return ArtworkTarget(candidates: [.station(argument)]) }
        switch ArgumentKind(argument, isFile: { access($0, F_OK) == 0 }) {
        case .url(let url): return ArtworkTarget(candidates: [.station(url)])
        case .file(let path): return ArtworkTarget(candidates: [.station(FileURL.of(path))])
        case .station(let name):
            let station = try ProgrammeFinder.item(name, in: try library.loaded()).forCommand.get().station
            return ArtworkTarget(candidates: station.artworkURL.map { [.station($0)] } ?? [], station: station)
        }
    }
}
