import Glibc
import RadioFormats
import RadioLists

extension StationLibrary {
    /// Reads a list from a path or `file:` URL. It may block as long as the disk does: call it before the loop runs, or
    /// load through a ``StationLibraryLoader``.
    package static func load(file source: String) throws(StationLibraryError) -> StationLibrary {
        let path = FileURL.path(source) ?? source
        return try StationLibrary(StationListFile.list(path, source), source: source)
    }

    /// Lists in a folder, by the ends of their names.
    static let listSuffixes = [
        ".json", ".m3u", ".m3u8", ".pls", ".xspf", ".asx", ".wax", ".wvx", ".opml", ".csv",
    ]

    /// Reads the list at a path or `file:` URL, or all lists of a folder in the order of their names. It may block as long as the disk
    /// does. Of a folder, files that are no lists are left out, and said.
    package static func load(_ source: String) throws(StationLibraryError) -> StationLibrary {
        let path = FileURL.path(source) ?? source
        guard LocalFile.State(path)?.isFolder == true else { return try load(file: source) }
        var lists: [StationLibrary] = []
        var problems: [EntryProblem] = []
        for file in files(in: path) {
            do { lists.append(try load(file: file)) } catch {
                problems.append(EntryProblem(number: 0, name: nil, text: "\(error)", isLeftOut: true))
            }
        }
        guard !lists.isEmpty else { throw .noStations(source) }
        var library = StationLibrary(lists)
        library.problems += problems
        library.source = source
        return library
    }

    /// The lists of a folder, by the ends of their names and in their order.
    static func files(in folder: String) -> [String] {
        LocalFile.names(in: folder).filter { name in listSuffixes.contains { name.lowercased().hasSuffix($0) } }
            .map { (folder.hasSuffix("/") ? folder : folder + "/") + $0 }
    }

    /// Whether a source is an address that is fetched; otherwise it is a file.
    public static func isRemote(_ source: String) -> Bool {
        let scheme = URLReference(source).scheme?.lowercased()
        return scheme == "http" || scheme == "https"
    }

    /// The list to load: the one that is named, or else the first that the search path finds.
    /// Nil where there is none. May block as long as the disk does.
    package static func source(
        option: String?, environment: [String: String], executable: String?
    ) -> String? {
        LibrarySearchPath.named(option: option, environment: environment)
            ?? LibrarySearchPath.candidates(environment: environment, executable: executable)
            .first { access($0, R_OK) == 0 }
    }
}
