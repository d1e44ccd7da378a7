import Glibc
import RadioStorage

/// Makes copies of a database that each contain one value which Longwave never writes.
package enum HostileDatabase {
    /// The values, as SQL expressions.
    private static let values = [
        "-9223372036854775808", "9223372036854775807", "-1", "0", "'text'", "x'00ff'", "1e300", "NULL",
    ]

    /// Calls `body` with a description of each copy. The copy is at `path` only during the call.
    ///
    /// Each column of each table is set to each of the values, in the first row that accepts the value.
    package static func each(
        copyOf database: String, at path: String, _ body: (_ change: String) throws -> Void
    ) throws {
        var changes: [String] = []
        let connection = try SqliteConnection(path: database)
        var tables: [String] = []
        try connection.statement("SELECT name FROM sqlite_master WHERE type = 'table'").run {
            tables.append($0.text(0) ?? "")
        }
        for table in tables {
            try connection.statement("SELECT name FROM pragma_table_info(?)").run([.text(table)]) { row in
                changes += values.map { "UPDATE OR IGNORE \"\(table)\" SET \"\(row.text(0) ?? "")\" = \($0)" }
            }
        }
        changes += ["-1", "-2147483648", "2147483647"].map { "PRAGMA user_version = \($0)" }
        for change in changes {
            for end in ["", "-wal", "-shm"] { unlink(path + end) }
            try connection.run("PRAGMA synchronous=OFF; VACUUM INTO '\(path)'")
            // Some columns refuse some values.
            guard (try? SqliteConnection(path: path).run("PRAGMA synchronous=OFF; " + change)) != nil else { continue }
            try body(change)
        }
    }
}
