import RadioJSON

/// Why a list as a whole could not be read. A problem of a single entry is an ``EntryProblem``.
package enum StationListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The list has more than `maximum` bytes.
    case tooLarge(maximum: Int)
    /// The bytes do not begin like any known list.
    case notAList
    /// The list is an HLS playlist: a stream to play, without stations.
    case stream
    /// The list is not valid JSON. The error describes the mistake and its position.
    case notJSON(JSONError)
    /// The list does not have the structure of its format; the text says why.
    case wrongShape(ListFormat, String)
    /// libxml2, which reads XML, is not installed; the text is the dynamic loader's message.
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
