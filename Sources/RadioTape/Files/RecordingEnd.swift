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
        case .duration: "the recording has reached its length"
        case .size: "the recording has reached its size"
        case .freeDisk: "the disk has too little free space"
        case .titles: "the title has ended"
        case .failed: "the recording failed"
        }
    }
}
