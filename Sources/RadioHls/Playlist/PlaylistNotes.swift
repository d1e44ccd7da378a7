/// The line of a playlist that a reader has reached, and the faults found so far.
struct PlaylistNotes {
    /// The number of the line that is being read, counted from one; zero before the first line.
    var line = 0
    private(set) var warnings: [HlsPlaylistWarning] = []
    private var more = 0
    /// The memory that the playlist takes so far, in bytes.
    private var kept = 0

    mutating func warn(_ text: @autoclosure () -> String, line: Int? = nil) {
        guard warnings.count < M3U8Reader.maximumWarnings else {
            more += 1
            return
        }
        warnings.append(HlsPlaylistWarning(line: line ?? self.line, text: text()))
    }

    func error(_ reason: HlsPlaylistError.Reason, _ sentence: String) -> HlsPlaylistError {
        HlsPlaylistError(reason, line: line, sentence)
    }

    func longLine() -> HlsPlaylistError {
        error(.tooLarge, "The line is longer than \(M3U8Reader.maximumLine) bytes.")
    }

    /// Throws an error if `count` has reached `maximum`. `what` names the counted things in the error's text.
    func require(_ count: Int, below maximum: Int, _ what: String) throws(HlsPlaylistError) {
        guard count < maximum else { throw error(.tooLarge, "More than \(maximum) \(what).") }
    }

    /// Counts memory that the playlist takes. Throws if the sum exceeds ``M3U8Reader/maximumKept``.
    mutating func keep(_ bytes: Int) throws(HlsPlaylistError) {
        kept += bytes
        guard kept <= M3U8Reader.maximumKept else {
            throw error(.tooLarge, "It takes more than \(M3U8Reader.maximumKept >> 20) MiB of memory.")
        }
    }

    /// Returns all warnings. If some were not kept, an additional warning states how many.
    func finished() -> [HlsPlaylistWarning] {
        guard more > 0 else { return warnings }
        return warnings + [HlsPlaylistWarning(line: 0, text: "\(more) more like these.")]
    }
}
