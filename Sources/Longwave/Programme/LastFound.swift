import Glibc
import RadioDirectory
import RadioFormats
import RadioLists
import RadioPlayer

/// The stations that `find` printed last, so that `add` and `play` can take them by number and without the directory.
package struct LastFound {
    /// How long `play` takes a number for one of them, unless `list` printed others since.
    static let validity: time_t = 3600

    private let path: String?
    /// Its age tells when stations of the listener's lists were printed with their numbers.
    private var mark: String? { path.map { $0 + ".listed" } }

    package init(environment: [String: String]) {
        path = StationDirectory.usualCache(environment: environment).map { $0.folder + "/found.json" }
    }

    /// None where there is nothing that can be read.
    package var stations: [Station] { path.flatMap { try? StationListFile.read($0).stations } ?? [] }

    /// A disk that is full remembers none.
    package func keep(_ stations: [Station]) {
        guard let path else { return }
        try? StationListFile.write(path, StationListWriter.write(stations, as: .stations).bytes)
        if let mark { unlink(mark) }
    }

    /// Other stations were printed with numbers: `play` takes those.
    package func leave() {
        guard let path, let mark, access(path, F_OK) == 0 else { return }
        try? StationListFile.write(mark, [])
    }

    /// What a number means for `play`, with the others that were found for the keys n and p; nil for what is no number of these, and
    /// once they are out of date.
    package func programme(_ text: String) -> Programme? {
        guard case .number(let number)? = StationArgument(text), isCurrent else { return nil }
        let stations = stations
        guard stations.indices.contains(number - 1) else { return nil }
        return Programme(
            items: stations.map(PlaybackItem.init), index: number - 1, isStation: true,
            remarks: ["station: \(stations[number - 1].name), number \(number) of the last \"longwave find\""])
    }

    private var isCurrent: Bool {
        var status = stat()
        guard let path, let mark, stat(path, &status) == 0, access(mark, F_OK) != 0 else { return false }
        return time(nil) - status.st_mtim.tv_sec < Self.validity
    }
}
