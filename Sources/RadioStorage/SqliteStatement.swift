import CSQLite
import RadioFormats

/// A prepared SQL statement of a ``SqliteConnection``, which keeps the statement. It can be run any number of times,
/// each time with other values for its parameters.
package final class SqliteStatement {
    /// A value for a parameter (`?`) of a statement.
    package enum Value: Sendable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob([UInt8])

        package static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
        package static func optional(_ number: Double?) -> Value { number.map(Value.real) ?? .null }
        package static func optional(_ number: Int64?) -> Value { number.map(Value.integer) ?? .null }
    }

    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { self.statement = statement }

    deinit { sqlite3_finalize(statement) }

    /// Binds the values to the statement's parameters in order, runs the statement, and calls `row` for each row of the
    /// result. Inside `row`, the statement's methods read the columns.
    package func run(
        _ values: [Value] = [], _ row: (borrowing SqliteStatement) -> Void = { _ in }
    ) throws(StorageError) {
        try each(values) {
            row($0)
            return true
        }
    }

    /// Binds the values to the statement's parameters in order, runs the statement, and calls `row` for each row of the
    /// result, until `row` returns false. Inside `row`, the statement's methods read the columns.
    package func each(_ values: [Value], _ row: (borrowing SqliteStatement) -> Bool) throws(StorageError) {
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            let code = sqlite3_step(statement)
            switch code {
            case SQLITE_ROW: if !row(self) { return }
            case SQLITE_DONE: return
            case _: throw error(code)
            }
        }
    }

    /// Binds a value to the parameter at `index`. The first parameter has index 1.
    private func bind(_ value: Value, at index: Int32) throws(StorageError) {
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(statement, index)
        case .integer(let number): code = sqlite3_bind_int64(statement, index, number)
        case .real(let number): code = sqlite3_bind_double(statement, index, number)
        case .text(var text):
            code = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    // For an empty text, the base address may be nil, which SQLite would store as NULL. So an address
                    // of an empty text is passed instead.
                    longwave_sqlite_bind_text(
                        statement, index, $0.baseAddress ?? UnsafePointer(Self.empty), Int32($0.count))
                }
            }
        case .blob(let bytes): code = longwave_sqlite_bind_blob(statement, index, bytes, Int32(bytes.count))
        }
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> StorageError {
        SqliteConnection.error(code, sqlite3_db_handle(statement), nil)
    }

    // The address of an empty C string, which is bound for an empty text. All threads share its one byte, which is safe
    // because no code writes to it.
    nonisolated(unsafe) private static let empty: UnsafeMutablePointer<CChar> = {
        let zero = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        zero.initialize(to: 0)
        return zero
    }()

    // MARK: Columns of the current row

    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    /// The integers that ``integer(_:)`` returns: −2⁵³ to 2⁵³. A damaged file can contain any integer. The sum of two of
    /// these, and a thousand times one of these, are integers of 64 bits.
    package static let integers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

    /// Returns the column's integer, or the nearest integer in a range; 0, or the integer nearest to 0, for a value of
    /// another type.
    package func integer(_ column: Int32, in range: ClosedRange<Int64> = integers) -> Int64 {
        min(max(key(column), range.lowerBound), range.upperBound)
    }

    /// Returns the column's integer; nil if it is NULL, has another type, or is not one of ``integers``.
    package func integerIfAny(_ column: Int32) -> Int64? {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        return Self.integers.contains(key(column)) ? key(column) : nil
    }

    /// Returns the column's integer, any of 64 bits: the id of a row or a hash, with which no caller may calculate.
    package func key(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    package func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    package func text(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    package func blob(_ column: Int32) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
    }
}
