import RadioFormats
import RadioHTTP
import RadioLists

/// Why a list of stations could not be loaded or changed.
public enum StationLibraryError: Error, Hashable, Sendable, CustomStringConvertible {
    case noSuchFile(String)
    /// The file cannot be read; `reason` is the operating system's message.
    case unreadable(String, reason: String)
    /// The file cannot be written or changed; `reason` is the operating system's message.
    case unwritable(String, reason: String)
    /// The file has an error that a person must repair; `reason` says where the error is.
    case broken(String, reason: String)
    /// The bytes are not a list in a known format.
    case notAList(String)
    case noStations(String)
    case tooLarge(String, maximum: Int)
    /// The server answered with this status.
    case refused(String, status: Int)
    case transfer(String, TransferError)
    case timedOut(String)

    public var description: String {
        switch self {
        case .noSuchFile(let source): "\(source) does not exist"
        case .unreadable(let source, let reason): "\(source) cannot be read: \(reason)"
        case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)"
        case .broken(let source, let reason): "\(source): \(reason)"
        case .notAList(let source): "\(source) is not a list of stations in a known format"
        case .noStations(let source): "\(source) contains no station that can be played"
        case .tooLarge(let source, let maximum): "\(source) is larger than \(maximum >> 20) MiB"
        case .refused(let source, let status): "\(source): the server returned status \(status)"
        case .transfer(let source, let error): "\(source) could not be fetched: \(error)"
        case .timedOut(let source): "\(source) could not be fetched: the server took too long"
        }
    }
}
