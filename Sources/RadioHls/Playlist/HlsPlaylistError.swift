/// The reason why a playlist cannot be used.
package struct HlsPlaylistError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors, grouped by remedy.
    package enum Reason: Hashable, Sendable {
        /// The file is not a playlist. Another reader may be able to read it.
        case notAPlaylist
        /// The playlist is longer, or has more entries of some kind, than the reader accepts.
        case tooLarge
        /// The playlist breaks the rules, and no sensible meaning is left. The next version of a live playlist may be
        /// readable.
        case unreadable
        /// The playlist needs a variable that is missing in the multivariant playlist or the URL.
        case undefinedVariable
        /// The delta update does not continue the previous playlist. The whole playlist must be requested.
        case cannotMerge
    }

    package var reason: Reason
    /// The line, counted from one; zero if the error concerns the whole playlist.
    package var line: Int
    /// The error as a sentence for people.
    package var sentence: String

    package init(_ reason: Reason, line: Int, _ sentence: String) {
        self.reason = reason
        self.line = line
        self.sentence = sentence
    }

    package var description: String { line > 0 ? "line \(line): \(sentence)" : sentence }
}
