import RadioFormats
import RadioTape

/// An event that a recorder reports.
package enum RecordingEvent: Hashable, Sendable {
    case began(path: String)
    case ended(RecordingEnd, RecordingSummary)
}
