import Longwave
import LongwaveTerminal

/// Carries out and undoes the changes that a person makes to station lists in the full-screen player.
///
/// ``perform(_:at:)`` and ``takeBack(_:)`` read and write files and therefore block, so they are called on a worker
/// thread.
enum ListChanges {
    /// The result of a change of a list.
    struct Done: Sendable {
        /// A message for the person.
        var words: String
        /// The data needed to undo the change; nil if the list stayed the same.
        var undo: Undo?
    }

    /// The data needed to undo a change of a list: its file's content before and after the change.
    struct Undo: Sendable {
        var path: String
        var edit: OwnList.Edit
        var words: String
    }

    /// Returns the paths of the station lists that the listener may change on the screen. New stations are added to the
    /// first of these lists.
    ///
    /// If the command line or the environment names lists, the result contains those that are local JSON files. If no
    /// list is named, the result contains the listener's own lists at the default paths.
    static func lists(named: [String], environment: [String: String]) -> [String] {
        let variable = LibrarySearchPath.named(option: nil, environment: environment)
        let named = named.isEmpty ? [variable].compactMap(\.self) : named
        guard named.isEmpty else {
            return named.filter { $0.hasSuffix(".json") && !StationLibrary.isRemote($0) }
        }
        let config = UserFolders(environment: environment).config.map { $0 + "/stations.json" }
        return [LibrarySearchPath.own(environment: environment), config].compactMap(\.self)
    }

    /// Returns the path of the list that contains a station of the library; nil if that list is not one of `lists`.
    static func path(of item: LibraryItem, in library: StationLibrary, _ lists: [String]) -> String? {
        guard item.number > 0 else { return nil }
        let list = library.list(at: item.number - 1)
        return lists.first { $0 == list }
    }

    /// Changes the list at a path, and returns a message and the data that undoes the change.
    static func perform(_ edit: ListEdit, at path: String) -> Result<Done, StationLibraryError> {
        do throws(StationLibraryError) {
            let list = OwnList(path: path)
            var words = ""
            let done = try list.edit { (bytes) throws(StationFileError) in
                if case .add(let station) = edit {
                    words = "added: \(station.name)"
                    return try StationImport([station], into: bytes).bytes
                }
                var editor = try StationFileEditor(bytes)
                words = try change(edit, &editor)
                return try editor.edited()
            }
            guard let done else { return .success(Done(words: words, undo: nil)) }
            return .success(Done(words: words, undo: Undo(path: path, edit: done, words: words)))
        } catch { return .failure(error) }
    }

    /// Applies a change to a list that `editor` has read, and returns a message for the person.
    private static func change(_ edit: ListEdit, _ editor: inout StationFileEditor) throws(StationFileError) -> String {
        switch edit {
        case .add: return ""
        case .remove(let item):
            editor.remove(try editor.number(of: item.station))
            return "removed: \(item.station.name)"
        case .rename(let item, let name):
            var station = item.station
            station.name = name
            try editor.replace(item.station, with: station)
            return "\(item.station.name) renamed to \(name)"
        case .tag(let item, let tags):
            var station = item.station
            station.tags = tags
            try editor.replace(item.station, with: station)
            return tags.isEmpty ? "\(station.name) has no tags" : "\(station.name): \(tags.joined(separator: ", "))"
        case .move(let item, let step):
            let number = try editor.number(of: item.station)
            guard (1...editor.count).contains(number + step) else {
                return "\(item.station.name) is already \(step < 0 ? "first" : "last") in its list"
            }
            editor.swap(number, number + step)
            return "moved: \(item.station.name)"
        }
    }

    /// Undoes a change, and returns a message for the person.
    static func takeBack(_ undo: Undo) -> Result<String, StationLibraryError> {
        do throws(StationLibraryError) {
            try OwnList(path: undo.path).takeBack(undo.edit)
            return .success("undone: \(undo.words)")
        } catch { return .failure(error) }
    }
}
