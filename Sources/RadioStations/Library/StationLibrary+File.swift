import Glibc
import RadioFormats
import RadioLists
import RadioLoop

extension StationLibrary {
    /// Reads a list from a path or `file:` URL.
    ///
    /// The call blocks while files are read: make it before the loop runs, or load through a `StationLibraryLoader`.
    public static func load(file source: String) throws(StationLibraryError) -> StationLibrary {
        let path = FileURL.path(source) ?? source
        return try StationLibrary(StationListFile.list(path, source), source: source)
    }

    /// Endings of the names of the files in a folder that are read as lists.
    static let listSuffixes = [
        ".json", ".m3u", ".m3u8", ".pls", ".xspf", ".asx", ".wax", ".wvx", ".opml", ".csv",
    ]

    /// Reads the list at a path or `file:` URL, or all lists of a folder in the order of their names.
    ///
    /// The call blocks while files are read. Files in a folder that are not lists are left out and reported as
    /// problems.
    package static func load(_ source: String) throws(StationLibraryError) -> StationLibrary {
        let path = FileURL.path(source) ?? source
        guard LocalFile.State(path)?.isFolder == true else { return try load(file: source) }
        var lists: [StationLibrary] = []
        var problems: [EntryProblem] = []
        for file in files(in: path) {
            do { lists.append(try load(file: file)) } catch {
                problems.append(EntryProblem(number: 0, name: nil, text: "\(error)", isLeftOut: true, source: ""))
            }
        }
        guard !lists.isEmpty else { throw .noStations(source) }
        var library = StationLibrary(lists)
        library.problems += problems
        library.source = source
        return library
    }

    /// Returns the paths of the lists in a folder, in the order of their names. A file is a list if its name has one of
    /// the endings ``listSuffixes``.
    static func files(in folder: String) -> [String] {
        LocalFile.names(in: folder).filter { name in listSuffixes.contains { name.lowercased().hasSuffix($0) } }
            .map { (folder.hasSuffix("/") ? folder : folder + "/") + $0 }
    }

    /// Returns whether a list's source is an address from which the list must be fetched. Any other source is a file or
    /// folder.
    public static func isRemote(_ source: String) -> Bool {
        let scheme = URLReference(source).scheme?.lowercased()
        return scheme == "http" || scheme == "https"
    }

    /// Returns the list that the user names, otherwise the first list that exists on the search path
    /// (``LibrarySearchPath``); nil if there is none.
    ///
    /// The call blocks while the disk is asked which files exist.
    package static func source(
        option: String?, environment: [String: String], executable: String?
    ) -> String? {
        LibrarySearchPath.named(option: option, environment: environment)
            ?? LibrarySearchPath.candidates(environment: environment, executable: executable)
            .first { access($0, R_OK) == 0 }
    }
}
