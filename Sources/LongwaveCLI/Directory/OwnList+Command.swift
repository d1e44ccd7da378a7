import Longwave

extension OwnList {
    /// Chooses the file of a list, without reading it.
    /// - Parameter named: the path of the file; nil for the list of the stations that the listener added.
    /// - Throws: a failure if no path is named and there is no home folder.
    init(_ named: String?) throws(CommandFailure) {
        guard let path = named ?? LibrarySearchPath.own(environment: Environment.folders) else {
            throw CommandFailure(code: .usage, sentence: "There is no home folder: use --to to name your list.")
        }
        self.init(path: path)
    }

    /// Changes the file. A failure says that it cannot be written.
    func changing<Result>(
        _ change: (OwnList) throws(StationLibraryError) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(StationLibraryError) { return try change(self) } catch { throw CommandFailure(notWritten: error) }
    }

    /// Returns one line for each new or changed station, and a line with the number of new, changed and unchanged
    /// stations.
    func lines(_ result: StationImport, leftOut: Int = 0, isDryRun: Bool) -> [String] {
        let changed = result.changed.map { change in
            "changed: \(change.station.name): " + change.fields.map(\.displayName).joined(separator: ", ")
        }
        var counts = [
            "\(result.added.count) new", "\(result.changed.count) changed", "\(result.unchangedCount) unchanged",
        ]
        if leftOut > 0 { counts.append("\(leftOut) left out") }
        return result.added.map { "new: \($0.name)" } + changed
            + ["\(path): \(counts.joined(separator: ", "))\(isDryRun ? "; nothing was changed" : "")"]
    }
}
