/// The reason why a playlist cannot be used.
package struct HlsPlaylistError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the error, by what can be done about it.
    package enum Reason: Hashable, Sendable {
        /// The file is something else, which another reader may know.
        case notAPlaylist
        /// The playlist is longer, or has more of something, than a reader accepts.
        case tooLarge
        /// The playlist cannot be understood. For a live stream the next version may be better.
        case unreadable
        /// The playlist needs a variable of the multivariant playlist or of the URL that was not given.
        case undefinedVariable
        /// The delta update does not continue the playlist before. The whole playlist must be requested.
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
