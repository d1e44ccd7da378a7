/// What a ``LiveStation`` sends, for ever; after the last byte comes the first again.
package protocol StationProgramme: Sendable {
    var contentType: String { get }
    var bytes: [UInt8] { get }
    /// Seconds from one title to the next, where they are told between the sound; nil: the sound brings its own.
    var titleSeconds: Double? { get }
    /// Bytes that have been sent in so many seconds.
    func position(after seconds: Double) -> Int
    /// Where a listener who comes at a position begins, and what it is sent first.
    func entry(at position: Int) -> (head: [UInt8], position: Int)
}

extension StationProgramme {
    /// The average.
    var bytesPerSecond: Double { Double(position(after: 3600)) / 3600 }
}

extension SweepProgramme: StationProgramme {
    package var titleSeconds: Double? { 10 }
    package func position(after seconds: Double) -> Int { Int(seconds * Double(bytes.count) / self.seconds) }
    package func entry(at position: Int) -> (head: [UInt8], position: Int) { ([], position) }
}
