import RadioJSON

/// Why a whole station file could not be read; what is wrong with single entries is an ``EntryProblem``.
package enum StationFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Longer than the given number of bytes.
    case tooLarge(maximum: Int)
    /// To be mended at the place that the error names.
    case notJSON(JSONError)
    /// JSON, but not the shape of a station file.
    case notStations(String)

    package var description: String {
        switch self {
        case .tooLarge(let maximum): "the station file is larger than \(maximum / 1_048_576) MiB"
        case .notJSON(let error): "the station file is not valid JSON: \(error)"
        case .notStations(let reason): "this is not a station file: \(reason)"
        }
    }
}
