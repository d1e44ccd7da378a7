import RadioFormats
import RadioHTTP

/// Why there is no artwork.
package enum ArtworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing names any.
    case none
    /// The address is of no kind that is followed from there.
    case unusableAddress(String)
    case noSuchFile(String)
    /// The system's reason rides along.
    case unreadable(String, reason: String)
    /// The server answered with this status.
    case refused(String, status: Int)
    case transfer(String, TransferError)
    case timedOut(String)
    case tooLarge(String, maximum: Int)
    /// The bytes are no picture, or none that is used.
    case notUsed(String, ImageProblem)
    /// It failed a while ago, and is not asked for again yet.
    case failedBefore(String, reason: String)
    /// It would have to be another kind of picture, and no program is there that makes it one.
    case noConverter(String)
    /// The cache's folder takes nothing.
    case unwritable(String, reason: String)

    package var description: String {
        switch self {
        case .none: "there is none"
        case .unusableAddress(let url): "\(url) is not an address for artwork"
        case .noSuchFile(let path): "file \(path) not found"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .refused(let url, let status): "\(url) the server of \(url) returned status \(status)"
        case .transfer(let url, let error): "\(url) could not be fetched: \(error.words)"
        case .timedOut(let url): "\(url) could not be fetched: the server took too long"
        case .tooLarge(let url, let maximum): "\(url) is larger than \(maximum >> 10) KiB"
        case .notUsed(let url, let problem): "\(url): \(problem)"
        case .failedBefore(let url, let reason): "\(url) is not fetched again yet: \(reason)"
        case .noConverter(let url): "\(url) cannot be converted to PNG here"
        case .unwritable(let folder, let reason): "\(folder) cannot be written: \(reason)"
        }
    }

    /// The server, or what it has, is to blame; else the way to it, which may be mended in a minute.
    var isLasting: Bool {
        switch self {
        case .refused(_, let status): status < 500 && status != 408 && status != 429
        case .unusableAddress, .tooLarge, .notUsed: true
        case .none, .noSuchFile, .unreadable, .transfer, .timedOut, .failedBefore, .noConverter, .unwritable: false
        }
    }
}
