/// The sign before a key of an order: `-rating` puts the greatest first, `+rating` the least; `rating` uses the usual
/// order.
package enum SortSign {
    /// - Returns: the key without its sign, and its direction; nil if there is no sign.
    package static func read(_ text: String) -> (key: String, isDescending: Bool?) {
        switch text.first {
        case "-": (String(text.dropFirst()), true)
        case "+": (String(text.dropFirst()), false)
        case _: (text, nil)
        }
    }
}
