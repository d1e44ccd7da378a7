import RadioJSON

/// Iterates over the items of a JSON list.
enum JSONItems {
    /// Calls `body` with the cursor before each item of the list. `body` must move the cursor past the item.
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
