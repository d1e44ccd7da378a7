/// The optional sign before a sort key: `-rating` puts the greatest value first, `+rating` the least; `rating` uses the
/// key's usual order.
package enum SortSign {
    /// - Returns: the key without its sign, and the direction; `isDescending` is nil without a sign.
    package static func read(_ text: String) -> (key: String, isDescending: Bool?) {
        switch text.first {
        case "-": (String(text.dropFirst()), true)
        case "+": (String(text.dropFirst()), false)
        case _: (text, nil)
        }
    }
}
