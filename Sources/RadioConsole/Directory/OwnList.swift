import Longwave

/// The file of one of the listener's own station lists, which commands change.
struct OwnList {
    let path: String

    init(path: String) { self.path = path }

    /// Chooses the file of a list, without reading it.
    /// - Parameter named: the path of the file; nil for the list of the stations that the listener added.
    /// - Throws: a failure if no path is named and there is no home folder.
    init(_ named: String?) throws(CommandFailure) {
        guard let path = named ?? LibrarySearchPath.own(environment: Environment.folders) else {
            throw CommandFailure(code: .usage, sentence: "There is no home folder: use --to to name your list.")
        }
        self.path = path
    }

    /// The file's content before and after a change.
    struct Edit {
        /// The file's content before the change; nil if the file did not exist.
        var before: [UInt8]?
        var after: [UInt8]
    }

    /// Replaces the content of the file by the result of `body`, which receives the old content.
    /// - Returns: the change; nil if the content stayed the same.
    func edit(_ body: ([UInt8]) throws(StationFileError) -> [UInt8]) throws(StationLibraryError) -> Edit? {
        var edit: Edit?
        let path = path
        try StationListFile.change(path) { (old) throws(StationLibraryError) in
            do throws(StationFileError) {
                let new = try body(old ?? StationImport.emptyFile)
                guard new != old else { return nil }
                edit = Edit(before: old, after: new)
                return new
            } catch { throw .broken(path, reason: "\(error)") }
        }
        return edit
    }

    /// Undoes a change: writes the content from before the change. Throws if the file was changed again after the
    /// change.
    func takeBack(_ edit: Edit) throws(StationLibraryError) {
        let path = path
        try StationListFile.change(path) { (old) throws(StationLibraryError) in
            guard old == edit.after else { throw .broken(path, reason: "it was changed in the meantime") }
            return edit.before ?? StationImport.emptyFile
        }
    }

    /// Adds new stations to the file, and updates stations that are already in the file. A dry run does not write the
    /// file.
    func add(_ stations: [Station], isDryRun: Bool) throws(CommandFailure) -> StationImport {
        var result: StationImport?
        do {
            try StationListFile.change(path) { (old) throws(StationLibraryError) in
                do throws(StationFileError) {
                    result = try StationImport(stations, into: old ?? StationImport.emptyFile)
                } catch {
                    throw .broken(path, reason: "\(error)")
                }
                return isDryRun || result?.added.isEmpty == true && result?.changed.isEmpty == true
                    ? nil : result?.bytes
            }
        } catch {
            throw CommandFailure(notWritten: error)
        }
        guard let result else { throw CommandFailure(code: .cannotWrite, sentence: "\(path) was not changed.") }
        return result
    }

    /// Removes the stations from the file. If one of them is not in the file, removes none and throws.
    func remove(_ stations: [Station]) throws(CommandFailure) {
        do {
            try StationListFile.change(path) { (old) throws(StationLibraryError) in
                do throws(StationFileError) {
                    var editor = try StationFileEditor(old ?? StationImport.emptyFile)
                    let numbers = editor.numbers(of: stations).compactMap(\.self)
                    guard numbers.count == stations.count else {
                        throw .changed("the list was changed in the meantime, and nothing was removed")
                    }
                    for number in numbers { editor.remove(number) }
                    return try editor.edited()
                } catch {
                    throw .broken(path, reason: "\(error)")
                }
            }
        } catch {
            throw CommandFailure(notWritten: error)
        }
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
