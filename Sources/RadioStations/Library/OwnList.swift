import RadioFormats
import RadioLists

/// The file of one of the listener's own station lists, which programs change.
///
/// Calls block while the file is read and written.
package struct OwnList: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// The file's content before and after a change.
    package struct Edit: Sendable {
        /// The file's content before the change; nil if the file did not exist.
        package var before: [UInt8]?
        package var after: [UInt8]
    }

    /// Replaces the content of the file by the result of `body`, which receives the old content.
    /// - Returns: the change; nil if the content stayed the same.
    package func edit(_ body: ([UInt8]) throws(StationFileError) -> [UInt8]) throws(StationLibraryError) -> Edit? {
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
    package func takeBack(_ edit: Edit) throws(StationLibraryError) {
        let path = path
        try StationListFile.change(path) { (old) throws(StationLibraryError) in
            guard old == edit.after else { throw .broken(path, reason: "it was changed in the meantime") }
            return edit.before ?? StationImport.emptyFile
        }
    }

    /// Adds new stations to the file, and updates stations that are already in the file. A dry run does not write the
    /// file.
    package func add(_ stations: [Station], isDryRun: Bool = false) throws(StationLibraryError) -> StationImport {
        var result: StationImport?
        try StationListFile.change(path) { (old) throws(StationLibraryError) in
            do throws(StationFileError) {
                result = try StationImport(stations, into: old ?? StationImport.emptyFile)
            } catch {
                throw .broken(path, reason: "\(error)")
            }
            return isDryRun || result?.added.isEmpty == true && result?.changed.isEmpty == true ? nil : result?.bytes
        }
        guard let result else { throw .unwritable(path, reason: "it was not changed") }
        return result
    }

    /// Removes the stations from the file. If one of them is not in the file, removes none and throws.
    package func remove(_ stations: [Station]) throws(StationLibraryError) {
        _ = try edit { (bytes) throws(StationFileError) in
            var editor = try StationFileEditor(bytes)
            let numbers = editor.numbers(of: stations).compactMap(\.self)
            guard numbers.count == stations.count else {
                throw .changed("the list was changed in the meantime, and nothing was removed")
            }
            for number in numbers { editor.remove(number) }
            return try editor.edited()
        }
    }

    /// Replaces a station in the file. Throws if the file does not contain it any more.
    package func replace(_ old: Station, with new: Station) throws(StationLibraryError) {
        _ = try edit { (bytes) throws(StationFileError) in
            var editor = try StationFileEditor(bytes)
            try editor.replace(old, with: new)
            return try editor.edited()
        }
    }
}
