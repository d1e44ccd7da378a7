import Longwave
import LongwaveTerminal

/// Changes of the listener's lists from the screen, and how they are taken back. What touches files blocks: on a worker's thread.
enum ListChanges {
    /// What was done.
    struct Done: Sendable {
        /// For the person.
        var words: String
        /// Nil where nothing was.
        var undo: Undo?
    }

    struct Undo: @unchecked Sendable {  // Values that cross to the disk's thread and back.
        var path: String
        var edit: OwnList.Edit
        var words: String
    }

    /// Lists that are the listener's to change, the one that stations are added to first: those that were named, else the listener's own
    /// ones at the usual places.
    static func lists(named: [String], environment: [String: String]) -> [String] {
        let variable = LibrarySearchPath.named(option: nil, environment: environment)
        let named = named.isEmpty ? [variable].compactMap(\.self) : named
        guard named.isEmpty else {
            return named.filter { $0.hasSuffix(".json") && !StationLibrary.isRemote($0) }
        }
        let config = UserFolders(environment: environment).config.map { $0 + "/stations.json" }
        return [LibrarySearchPath.own(environment: environment), config].compactMap(\.self)
    }

    /// Which of these a station is from; nil: none.
    static func path(of item: LibraryItem, in library: StationLibrary, _ lists: [String]) -> String? {
        guard item.number > 0 else { return nil }
        let list = library.list(at: item.number - 1)
        return lists.first { $0 == list }
    }

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

    private static func change(_ edit: ListEdit, _ editor: inout StationFileEditor) throws(StationFileError) -> String {
        func number(_ item: LibraryItem) throws(StationFileError) -> Int {
            guard let number = editor.numbers(of: [item.station])[0] else {
                throw .notStations("\(item.station.name) is no longer in it")
            }
            return number
        }
        switch edit {
        case .add: return ""
        case .remove(let item):
            editor.remove(try number(item))
            return "removed: \(item.station.name)"
        case .rename(let item, let name):
            var station = item.station
            station.name = name
            editor.set([.name], of: try number(item), from: station)
            return "\(item.station.name) renamed to \(name)"
        case .tag(let item, let tags):
            var station = item.station
            station.tags = tags
            editor.set([.tags], of: try number(item), from: station)
            return tags.isEmpty ? "\(station.name) has no tags" : "\(station.name): \(tags.joined(separator: ", "))"
        case .move(let item, let step):
            let number = try number(item)
            guard (1...editor.count).contains(number + step) else {
                return "\(item.station.name) is the \(step < 0 ? "first" : "last") of its list"
            }
            editor.swap(number, number + step)
            return "moved: \(item.station.name)"
        }
    }

    static func takeBack(_ undo: Undo) -> Result<String, StationLibraryError> {
        do throws(StationLibraryError) {
            try OwnList(path: undo.path).takeBack(undo.edit)
            return .success("undone: \(undo.words)")
        } catch { return .failure(error) }
    }
}
