import Longwave

/// Changes the listener's own list for commands.
enum OwnStations {
    /// Changes the list with a radio.
    /// - Parameters:
    ///   - named: the path of the list; nil for the list of the stations that the listener added.
    ///   - change: receives the radio and the path of the list.
    /// - Throws: a failure if no path is named and there is no home folder, or the list cannot be changed.
    static func change<Value: Sendable>(
        _ named: String?, _ change: @escaping @Sendable (Radio, _ path: String) async throws -> Value
    ) throws(CommandFailure) -> Value {
        try RadioSession.run { radio in
            guard let path = named ?? radio.ownList else {
                throw CommandFailure(code: .usage, sentence: "There is no home folder: use --to to name your list.")
            }
            return try await change(radio, path)
        }
    }

    /// Returns one line for each new or changed station, and a line with the number of new, changed and unchanged
    /// stations.
    static func lines(_ result: StationImport, _ path: String, isDryRun: Bool) -> [String] {
        var counts = [
            "\(result.added.count) new", "\(result.changed.count) changed", "\(result.unchangedCount) unchanged",
        ]
        let leftOut = result.problems.count { $0.isLeftOut }
        if leftOut > 0 { counts.append("\(leftOut) left out") }
        return result.added.map { "new: \($0.name)" } + result.changed.map { "changed: \($0)" }
            + ["\(path): \(counts.joined(separator: ", "))\(isDryRun ? "; nothing was changed" : "")"]
    }
}
