import RadioFormats
import RadioHTTP

/// Why there is no artwork.
package enum ArtworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The list of candidates is empty.
    case none
    /// The address has a scheme that is not supported, or that its source may not use.
    case unusableAddress(String)
    case noSuchFile(String)
    /// The file cannot be read; `reason` is the operating system's message.
    case unreadable(String, reason: String)
    /// The server answered with this status.
    case refused(String, status: Int)
    case transfer(String, TransferError)
    case timedOut(String)
    case tooLarge(String, maximum: Int)
    /// The bytes are not a picture, or are a picture of a kind that is not used.
    case notUsed(String, ImageProblem)
    /// A request for the address failed recently, and it is too early for another one.
    case failedBefore(String, reason: String)
    /// The picture needs conversion to another format, and no installed program can convert it.
    case noConverter(String)
    /// The cache cannot write to its folder.
    case unwritable(String, reason: String)

    package var description: String {
        switch self {
        case .none: "no artwork found"
        case .unusableAddress(let url): "\(url) is not an address for artwork"
        case .noSuchFile(let path): "file \(path) not found"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .refused(let url, let status): "\(url): the server returned status \(status)"
        case .transfer(let url, let error): "\(url) could not be fetched: \(error.words)"
        case .timedOut(let url): "\(url) could not be fetched: the server took too long"
        case .tooLarge(let url, let maximum): "\(url) is larger than \(maximum >> 10) KiB"
        case .notUsed(let url, let problem): "\(url): \(problem)"
        case .failedBefore(let url, let reason): "\(url) is not fetched again yet: \(reason)"
        case .noConverter(let url): "\(url) cannot be converted to PNG here"
        case .unwritable(let folder, let reason): "\(folder) cannot be written: \(reason)"
        }
    }

    /// True if another request is unlikely to succeed. False for failures that may soon pass.
    var isLasting: Bool {
        switch self {
        case .refused(_, let status): status < 500 && status != 408 && status != 429
        case .unusableAddress, .tooLarge, .notUsed: true
        case .none, .noSuchFile, .unreadable, .transfer, .timedOut, .failedBefore, .noConverter, .unwritable: false
        }
    }
}
