/// Why a playlist cannot be used.
package struct HlsPlaylistError: Error, Hashable, Sendable, CustomStringConvertible {
    /// By what can be done about it.
    package enum Reason: Hashable, Sendable {
        /// It is something else; another reader may know it.
        case notAPlaylist
        /// It is longer, or holds more of something, than a reader accepts.
        case tooLarge
        /// It cannot be understood. For a live stream the next version may be better.
        case unreadable
        /// It needs what was not given: a variable of the multivariant playlist or of the URL.
        case undefinedVariable
        /// A delta update that does not continue the playlist before: ask for the whole one.
        case cannotMerge
    }

    package var reason: Reason
    /// Counted from one; zero where it is about the playlist as a whole.
    package var line: Int
    /// What is wrong, for people.
    package var sentence: String

    package init(_ reason: Reason, line: Int, _ sentence: String) {
        self.reason = reason
        self.line = line
        self.sentence = sentence
    }

    package var description: String { line > 0 ? "line \(line): \(sentence)" : sentence }
}
