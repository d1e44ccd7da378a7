/// Simulates the wall clock of a player. The library of Tests/FaultPreload makes the player read this clock instead of
/// the system's.
final class PlayerClock {
    private let file: TextFile

    /// Creates a clock that differs from the system's by `seconds`.
    init(_ seconds: Int64) throws {
        file = try TextFile("clock")
        try set(seconds)
    }

    var path: String { file.path }

    func set(_ seconds: Int64) throws {
        try file.write(withUnsafeBytes(of: seconds) { Array($0) })
    }
}
