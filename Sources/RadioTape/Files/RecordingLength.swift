import RadioFormats

/// Counts the sound of a recording, until the recording has reached its length. Pure.
package struct RecordingLength {
    /// The duration without sound after which a recording ends whose time is over.
    package static let patience = Duration.seconds(10)

    private let maximum: Int64
    /// The duration of the sound so far, in flicks.
    package private(set) var passed: Int64 = 0

    /// - Parameter maximum: the recording's length; nil for no limit.
    package init(_ maximum: Duration?) { self.maximum = maximum.map { MediaTime($0).flicks } ?? .max }

    /// Adds sound. Returns false, and adds nothing, if the recording would become longer than its length.
    /// - Parameter duration: the sound's duration in flicks.
    package mutating func add(_ duration: Int64) -> Bool {
        guard duration <= maximum - passed else { return false }
        passed += duration
        return true
    }
}
