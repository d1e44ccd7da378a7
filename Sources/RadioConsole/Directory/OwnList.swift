import Longwave

/// The stations that the listener added, or another list of theirs, as a file that is changed in place.
struct OwnList {
    let path: String

    init(path: String) { self.path = path }

    /// - Parameter named: a file; nil: the usual one.
    /// - Throws: where there is no place for the usual one.
    init(_ named: String?) throws(CommandFailure) {
        guard let path = named ?? LibrarySearchPath.own(environment: Environment.folders) else {
            throw CommandFailure(code: .usage, sentence: "There is no home folder: use --to to name your list.")
        }
        self.path = path
    }

    /// What a change did to the file.
    struct Edit {
        /// Nil where there was none.
        var before: [UInt8]?
        var after: [UInt8]
    }

    /// Changes the file as a whole.
    /// - Returns: nil where it is as before.
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

    /// Makes the file what it was before a change, unless somebody has changed it since.
    func takeBack(_ edit: Edit) throws(StationLibraryError) {
        let path = path
        try StationListFile.change(path) { (old) throws(StationLibraryError) in
            guard old == edit.after else { throw .broken(path, reason: "it has changed meanwhile") }
            return edit.before ?? StationImport.emptyFile
        }
    }

    /// Brings stations into it: those that are known get what is said of them, others are added.
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

    /// Takes stations out of it, all of them or none.
    func remove(_ stations: [Station]) throws(CommandFailure) {
        do {
            try StationListFile.change(path) { (old) throws(StationLibraryError) in
                do throws(StationFileError) {
                    var editor = try StationFileEditor(old ?? StationImport.emptyFile)
                    let numbers = editor.numbers(of: stations).compactMap(\.self)
                    guard numbers.count == stations.count else {
                        throw .notStations("it has changed meanwhile, and nothing was removed")
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

    /// What was done, a station a line.
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
