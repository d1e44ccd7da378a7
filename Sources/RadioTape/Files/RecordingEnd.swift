/// Why a recording ended.
public enum RecordingEnd: String, Hashable, Sendable {
    /// It was told to, or the station ended.
    case asked
    /// It is as long, or as large, as was wanted.
    case duration, size
    /// The disk has no more room than is to be kept free.
    case freeDisk
    /// The title that was wanted has ended.
    case titles
    case failed

    /// For people.
    package var sentence: String {
        switch self {
        case .asked: "the recording has ended"
        case .duration: "the recording is as long as asked for"
        case .size: "the recording is as large as asked for"
        case .freeDisk: "the disk has no more room than is to be kept free"
        case .titles: "the title has ended"
        case .failed: "the recording could not go on"
        }
    }
}
