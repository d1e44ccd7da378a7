/// A player's wall clock, as Tests/FaultPreload reads it.
final class PlayerClock {
    private let file: TextFile

    /// Set by so many seconds.
    init(_ seconds: Int64) throws {
        file = try TextFile("clock")
        try set(seconds)
    }

    var path: String { file.path }

    func set(_ seconds: Int64) throws {
        try file.write(withUnsafeBytes(of: seconds) { Array($0) })
    }
}
