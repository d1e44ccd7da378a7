import RadioTape

/// What a recorder tells.
package enum RecordingEvent: Hashable, Sendable {
    case began(path: String)
    case ended(RecordingEnd)
}
