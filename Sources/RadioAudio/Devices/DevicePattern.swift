/// A pattern that matches a device's whole name or description, ignoring case.
///
/// `*` stands for any text and `?` for one character.
package struct DevicePattern: Hashable, Sendable {
    package var text: String

    package init(_ text: String) { self.text = text }

    package func matches(_ device: OutputDevice) -> Bool {
        device.name == text || Self.matches(text, device.name) || Self.matches(text, device.description)
    }

    /// Returns whether `pattern` matches the whole text.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let (pattern, text) = (Array(pattern.lowercased()), Array(text.lowercased()))
        var (p, t) = (0, 0)
        // Index of the last star in `pattern`, and index in `text` after the characters that this star matches so far.
        var star: (pattern: Int, text: Int)?
        while t < text.count {
            if p < pattern.count, pattern[p] == "*" {
                star = (p, t)
                p += 1
            } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
                p += 1
                t += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                (p, t) = (last.pattern + 1, last.text + 1)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}
