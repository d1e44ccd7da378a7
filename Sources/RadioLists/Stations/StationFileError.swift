import RadioJSON

/// Why a whole station file could not be read or changed. A problem of a single entry is an ``EntryProblem``.
package enum StationFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file has more than `maximum` bytes.
    case tooLarge(maximum: Int)
    /// The file has more than `maximum` entries.
    case tooManyStations(maximum: Int)
    /// The file is not valid JSON. The error describes the mistake and its position.
    case notJSON(JSONError)
    /// The file is JSON, but not in the form of a station file.
    case notStations(String)
    /// Another program changed the file after it was read, so the listener's change can no longer be made. The text
    /// says why.
    case changed(String)

    package var description: String {
        switch self {
        case .tooLarge(let maximum): "the station file is larger than \(maximum / 1_048_576) MiB"
        case .tooManyStations(let maximum): "the station file has more than \(maximum) stations"
        case .notJSON(let error): "the station file is not valid JSON: \(error)"
        case .notStations(let reason): "this is not a station file: \(reason)"
        case .changed(let reason): reason
        }
    }
}
