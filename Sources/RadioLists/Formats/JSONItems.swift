import RadioJSON

/// Iterates over the items of a JSON list.
enum JSONItems {
    /// Calls `body` before each item, which `body` must read or skip.
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ format: ListFormat,
        _ body: (inout JSONCursor) throws(JSONError) -> Void
    ) throws(StationListError) {
        var cursor = JSONCursor(bytes)
        do {
            let kind = try cursor.kind
            if kind == .array {
                try cursor.enter()
                while try cursor.nextItem() { try body(&cursor) }
                return try cursor.finish()
            }
        } catch {
            throw .notJSON(error)
        }
        throw .wrongShape(format, "it is not a list")
    }
}
