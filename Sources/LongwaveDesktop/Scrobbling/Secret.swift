/// A text that proves the listener's identity. Descriptions, such as in debug output, do not contain the text.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text itself. It may go only to the file of accounts and to the account's server.
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { "***" }
    package var debugDescription: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
