import Longwave

/// Describes a correction of a station in a list, as lines with the old and new values, like a diff.
enum CorrectionText {
    static func lines(_ correction: StationCorrection) -> [String] {
        [correction.old.name]
            + correction.changes.flatMap { change in
                let name = change.field.displayName
                return (change.old.map { ["- \(name): \($0)"] } ?? []) + ["+ \(name): \(change.new)"]
            }
    }
}
