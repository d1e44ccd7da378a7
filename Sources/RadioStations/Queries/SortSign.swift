/// What stands before the key of an order: `-rating` is the greatest first, `+rating` the least, `rating` as is usual.
package enum SortSign {
    /// - Returns: the key without its sign; nil where it has none.
    package static func read(_ text: String) -> (key: String, isDescending: Bool?) {
        switch text.first {
        case "-": (String(text.dropFirst()), true)
        case "+": (String(text.dropFirst()), false)
        case _: (text, nil)
        }
    }
}
