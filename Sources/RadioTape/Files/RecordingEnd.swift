/// The reason why a recording ended.
public enum RecordingEnd: String, Hashable, Sendable {
    /// It was ended on request, or the station ended.
    case asked
    /// It has the wanted duration or size.
    case duration, size
    /// The disk has less room than must stay free.
    case freeDisk
    /// The wanted titles have ended.
    case titles
    case failed

    /// The reason as text for people.
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
