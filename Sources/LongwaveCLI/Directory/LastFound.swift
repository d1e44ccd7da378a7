import Longwave

/// The stations that `find` printed last, so that `add` can take them by number and without the directory.
struct LastFound {
    private let path: String?

    init(environment: [String: String]) {
        path = StationDirectory.usualCache(environment: environment).map { $0.folder + "/found.json" }
    }

    /// None where there is nothing that can be read.
    var stations: [Station] { path.flatMap { try? StationListFile.read($0).stations } ?? [] }

    /// A disk that is full remembers none.
    func keep(_ stations: [Station]) {
        guard let path else { return }
        try? StationListFile.write(path, StationListWriter.write(stations, as: .stations).bytes)
    }
}
