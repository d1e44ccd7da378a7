/// Why a recording ended.
package enum RecordingEnd: String, Hashable, Sendable {
    /// It was told to, or the station ended.
    case asked
    case duration, size, freeDisk
    case failed

    /// For people.
    package var sentence: String {
        switch self {
        case .asked: "the recording has ended"
        case .duration: "the recording is as long as asked for"
        case .size: "the recording is as large as asked for"
        case .freeDisk: "the disk has no more room than is to be kept free"
        case .failed: "the recording could not go on"
        }
    }
}
