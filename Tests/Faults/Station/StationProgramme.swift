/// The endless programme of a ``LiveStation``. The first byte follows the last.
package protocol StationProgramme: Sendable {
    var contentType: String { get }
    var bytes: [UInt8] { get }
    /// The time in seconds between two titles in the metadata, or nil if the sound contains its own titles.
    var titleSeconds: Double? { get }
    /// Returns the number of bytes sent after `seconds`.
    func position(after seconds: Double) -> Int
    /// Returns the position at which a listener begins who comes at `position`, and the bytes that are sent first.
    func entry(at position: Int) -> (head: [UInt8], position: Int)
}

extension StationProgramme {
    /// The average over an hour.
    var bytesPerSecond: Double { Double(position(after: 3600)) / 3600 }
}

extension SweepProgramme: StationProgramme {
    package var titleSeconds: Double? { 10 }
    package func position(after seconds: Double) -> Int { Int(seconds * Double(bytes.count) / self.seconds) }
    package func entry(at position: Int) -> (head: [UInt8], position: Int) { ([], position) }
}
