/// The reason why a recording ended.
public enum RecordingEnd: String, Hashable, Sendable {
    /// The recording was ended on request, or the station ended.
    case asked
    /// The recording has reached its limit of duration or size.
    case duration, size
    /// The time of the recording's length has passed, and no sound arrives.
    case noSound
    /// The disk has less room than must stay free.
    case freeDisk
    /// The recording has reached its limit of titles.
    case titles
    case failed

    /// The reason as readable text.
    package var sentence: String {
        switch self {
        case .asked: "the recording has ended"
        case .duration: "the recording has reached its length"
        case .size: "the recording has reached its size"
        case .noSound: "the recording's time is over, and no sound arrives"
        case .freeDisk: "the disk has too little free space"
        case .titles: "the title has ended"
        case .failed: "the recording failed"
        }
    }
}
