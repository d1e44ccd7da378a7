import Glibc
import RadioDirectory
import RadioFormats
import RadioLists
import RadioPlayer

/// The stations that the command `longwave find` printed last, with their numbers.
///
/// The commands `add` and `play` accept one of these numbers instead of a name. The stations are stored in a file, so
/// that the directory is not asked again.
package struct LastFound {
    /// How long after `find` the command `play` takes a number as one of the found stations, in seconds.
    ///
    /// The time ends earlier if a command prints other stations with numbers, as `list` does.
    static let validity: time_t = 3600

    private let path: String?
    /// The path of an empty file that exists if a command printed other stations with numbers after the last `find`.
    private var mark: String? { path.map { $0 + ".listed" } }

    package init(environment: [String: String]) {
        path = StationDirectory.usualCache(environment: environment).map { $0.folder + "/found.json" }
    }

    /// The stations that `find` printed last. Empty if their file cannot be read.
    package var stations: [Station] { path.flatMap { try? StationListFile.read($0).stations } ?? [] }

    /// Writes the stations to the file. From now on, `play` takes a number as one of these stations.
    ///
    /// If the file cannot be written, the stations are not stored, and no error is reported.
    package func keep(_ stations: [Station]) {
        guard let path else { return }
        try? StationListFile.write(path, StationListWriter.write(stations, as: .stations).bytes)
        if let mark { unlink(mark) }
    }

    /// Records that stations of the listener's lists were printed with numbers. From now on, `play` takes a number as
    /// one of those.
    package func leave() {
        guard let path, let mark, access(path, F_OK) == 0 else { return }
        try? StationListFile.write(mark, [])
    }

    /// Returns the selection that `play` starts for a number of the last `find`: a queue of all found stations,
    /// beginning with the station that has this number.
    ///
    /// Returns nil if no found station has this number, if `find` ran more than an hour ago, or if other stations were
    /// printed with numbers since.
    package func selection(_ text: String) -> Selection? {
        guard case .number(let number)? = StationArgument(text), isCurrent else { return nil }
        let stations = stations
        guard stations.indices.contains(number - 1) else { return nil }
        return Selection(
            items: stations.map(PlaybackItem.init), index: number - 1, isStation: true,
            remarks: ["station: \(stations[number - 1].name), number \(number) of the last \"longwave find\""])
    }

    private var isCurrent: Bool {
        var status = stat()
        guard let path, let mark, stat(path, &status) == 0, access(mark, F_OK) != 0 else { return false }
        return time(nil) - status.st_mtim.tv_sec < Self.validity
    }
}
