/// The encoded programme that a ``LiveStation`` sends. It repeats: the first byte follows the last.
package protocol StationProgramme: Sendable {
    var contentType: String { get }
    var bytes: [UInt8] { get }
    /// The time in seconds between two titles in the metadata, or nil if the sound contains its own titles.
    var titleSeconds: Double? { get }
    /// Returns how many bytes are sent within `seconds` of the programme's start.
    func position(after seconds: Double) -> Int
    /// Returns what a listener gets who connects when the programme is at `position`: the bytes to send first, and the
    /// position from which the programme's bytes follow.
    func entry(at position: Int) -> (head: [UInt8], position: Int)
}

extension StationProgramme {
    /// The average number of bytes that are sent per second, over the first hour of the programme.
    var bytesPerSecond: Double { Double(position(after: 3600)) / 3600 }
}

extension SweepProgramme: StationProgramme {
    package var titleSeconds: Double? { 10 }
    package func position(after seconds: Double) -> Int { Int(seconds * Double(bytes.count) / self.seconds) }
    package func entry(at position: Int) -> (head: [UInt8], position: Int) { ([], position) }
}
