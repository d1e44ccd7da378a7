import RadioJSON

/// Why a list as a whole could not be read; what is wrong with single entries is an ``EntryProblem``.
package enum StationListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Longer than the given number of bytes.
    case tooLarge(maximum: Int)
    /// The bytes begin like no list that is known.
    case notAList
    /// An HLS playlist: to be played, for it lists no stations.
    case stream
    /// To be mended at the place that the error names.
    case notJSON(JSONError)
    /// Not the shape of its format.
    case wrongShape(ListFormat, String)
    /// libxml2, which reads XML, is not installed; the system's reason rides along.
    case noXML(String)

    package var description: String {
        switch self {
        case .tooLarge(let maximum): "the list is larger than \(maximum >> 20) MiB"
        case .notAList: "this is not a list of stations (\(ListFormat.knownNames))"
        case .stream: "this is an HLS playlist: a stream, not a list of stations"
        case .notJSON(let error): "the list is not valid JSON: \(error)"
        case .wrongShape(let format, let reason): "this is not \(format.displayName): \(reason)"
        case .noXML(let reason): "XML cannot be read without libxml2: \(reason)"
        }
    }
}
