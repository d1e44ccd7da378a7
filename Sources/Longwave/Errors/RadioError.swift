import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage
import RadioTitles

/// The reason why a method of ``Radio`` failed.
public enum RadioError: ExplainedError, Hashable {
    /// The radio was shut down before the call or during it.
    case shutDown
    /// The operation failed for the reason in the value: usually, the system has no file descriptors or memory left.
    case system(String)
    /// ``Radio/Configuration/lists`` names no list of stations, and there is none at the usual paths.
    case noList
    /// A list of stations, or the directory of stations, cannot be read.
    case list(StationLibraryError)
    /// No station in the lists has the name in the first value. `lists` are the paths and addresses that were searched.
    /// `suggestions` are stations with similar names.
    case noStation(String, lists: [String], suggestions: [Station])
    /// Several stations match the name in the first value. `numbers` are the stations' positions in the merged lists,
    /// from 1.
    case ambiguous(String, stations: [Station], numbers: [Int?])
    /// No station matches the query. `lists` are the paths and addresses of the lists that were searched.
    case noneFound(lists: [String])
    /// The list has no playable station. `problems` describes what is wrong with the list's entries.
    case nothingPlayable(list: String, problems: [String])
    case noPlaylist(String, known: [String])
    /// The playlist with this name has no stations, or its query matches none at present.
    case emptyPlaylist(String)
    case noProgramme(String, known: [String])
    /// The folder at this path contains no sound files, or cannot be read.
    case emptyFolder(String)
    /// The query of the playlist with the name in the first value is invalid for the given reason.
    case playlistQuery(String, reason: String)
    /// The file of the listener's favourites, stars, gains, play counts and playlists cannot be read or written.
    case listener(StorageError)
    /// ``Radio/setMetadata(_:forKey:of:)`` was called with too long a key or text, or the station already has the
    /// maximum number of keys. The value is the key.
    case metadataTooLarge(String)
    /// No title is heard at present, so that none can be marked.
    case noTitle
    /// ``Radio/logTitles(of:_:)`` cannot write the titles of the stations.
    case titles(TitleLogger.Failure)
    /// The error with which a player, or the load of an ``Asset``, ended.
    case playback(PlaybackError)

    public var code: String {
        switch self {
        case .shutDown: "shutDown"
        case .system: "system"
        case .noList: "noList"
        case .list(let error): error.code
        case .noStation: "noStation"
        case .ambiguous: "ambiguous"
        case .noneFound: "noneFound"
        case .nothingPlayable: "nothingPlayable"
        case .noPlaylist: "noPlaylist"
        case .emptyPlaylist: "emptyPlaylist"
        case .noProgramme: "noProgramme"
        case .emptyFolder: "emptyFolder"
        case .playlistQuery: "playlistQuery"
        case .listener: "listener"
        case .metadataTooLarge: "metadataTooLarge"
        case .noTitle: "noTitle"
        case .titles(.store): "titleStore"
        case .titles(.log): "titleLog"
        case .playback(let error): error.code
        }
    }

    public var sentence: String {
        switch self {
        case .shutDown: "The radio was shut down."
        case .system(let reason): explained("The operation failed", reason)
        case .noList: "No list of stations found."
        case .list(let error): error.sentence
        case .noStation(let name, let lists, _):
            "No station matches \"\(name)\". Searched lists: \(Self.words(lists))."
        case .ambiguous(let name, let stations, _): "\"\(name)\" matches \(stations.count) stations:"
        case .noneFound(let lists): "No station matches. Searched lists: \(Self.words(lists))."
        case .nothingPlayable(let list, _): "No station in \(list) can be played."
        case .noPlaylist(let name, _): "Playlist \"\(name)\" not found."
        case .emptyPlaylist(let name): "Playlist \"\(name)\" is empty."
        case .noProgramme(let name, _): "Programme \"\(name)\" not found."
        case .emptyFolder(let path): "No sound files in \(path)."
        case .playlistQuery(let name, let reason): "The query of playlist \"\(name)\" is invalid: \(reason)."
        case .listener(let error): "Your favourites, ratings and playlists cannot be used: \(error.words)."
        case .noTitle: "There is no current title."
        case .titles(let error): error.sentence
        case .metadataTooLarge(let key): "The station's metadata \"\(key)\" is too large."
        case .playback(let error): error.sentence
        }
    }

    public var remedy: String? {
        switch self {
        case .list(let error): error.remedy
        case .playback(let error): error.remedy
        case .listener(let error): error.remedy
        case .titles(let error): error.remedy
        case .shutDown, .system, .noList, .noStation, .ambiguous, .noneFound, .nothingPlayable, .noPlaylist,
            .emptyPlaylist, .noProgramme, .emptyFolder, .playlistQuery, .metadataTooLarge, .noTitle:
            hints.isEmpty ? nil : hints.joined(separator: "\n")
        }
    }

    /// Lines of text that may help the person to correct the error, such as similar names. Each is printed on its own
    /// line.
    package var hints: [String] {
        switch self {
        case .noList: ["Use --library, or copy a stations.json to ~/.config/longwave."]
        case .noStation(_, _, let suggestions):
            suggestions.isEmpty ? [] : ["Did you mean:"] + suggestions.map(Self.words)
        case .ambiguous(_, let stations, let numbers):
            SelectionFinder.shortened(
                zip(stations, numbers).map { station, number in
                    (number.map { "\($0)  " } ?? "") + Self.words(station)
                }) + ["Choose one by its number, its id (in brackets) or its full name."]
        case .nothingPlayable(_, let problems): problems
        case .metadataTooLarge:
            [
                "A station can have \(UserProperties.maximumMetadataCount) keys. A key can have"
                    + " \(UserProperties.maximumMetadataKeyBytes) bytes, and a value"
                    + " \(UserProperties.maximumMetadataValueBytes) bytes."
            ]
        case .noPlaylist(_, let known): ["Existing playlists:"] + known.map { "  \($0)" }
        case .noProgramme(_, let known):
            known.isEmpty
                ? ["Programmes are in [[programme]] of the settings (OPERATOR.md)."]
                : ["Existing programmes:"] + known.map { "  \($0)" }
        case .shutDown, .system, .list, .noneFound, .emptyPlaylist, .emptyFolder, .playlistQuery, .listener, .titles,
            .noTitle, .playback:
            []
        }
    }

    /// The maximum number of lists that an error's sentence names. Further lists appear only as a number (`and 3
    /// more`).
    private static let maximumLists = 5

    private static func words(_ lists: [String]) -> String {
        let named = lists.prefix(maximumLists).joined(separator: ", ")
        let more = lists.count - maximumLists
        return more > 0 ? "\(named) and \(more) more" : named
    }

    private static func words(_ station: Station) -> String {
        "  \(station.name)" + (station.id.map { " (\($0))" } ?? "")
    }

    static func noStation(_ name: String, in library: StationLibrary, suggestions: [Station] = []) -> RadioError {
        .noStation(name, lists: library.sources, suggestions: suggestions)
    }

    /// Makes the error for several stations that match one name, with the stations' numbers in the library.
    static func ambiguous(_ name: String, _ stations: [Station], in library: StationLibrary) -> RadioError {
        // The library may contain several equal stations. Each of them gets its own number.
        var places: [Station: [Int]] = [:]
        for place in library.stations.indices.reversed() { places[library.stations[place], default: []].append(place) }
        return .ambiguous(name, stations: stations, numbers: stations.map { places[$0]?.popLast().map { $0 + 1 } })
    }
}
