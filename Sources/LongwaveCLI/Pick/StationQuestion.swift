import Glibc
import LongwaveTerminal

/// Asks the person at the terminal which station is meant, if a name fits several stations.
struct StationQuestion {
    /// The paths or addresses of the station lists to choose from; if empty, the default lists are used.
    let libraries: [String]

    /// Whether a person can answer: stdin and stdout are a terminal, and the output's format is for people.
    static func canAsk(_ settings: PrintSettings) -> Bool {
        settings.format == nil && !settings.isQuiet && Terminal.isTerminal(STDIN_FILENO)
            && Terminal.isTerminal(STDOUT_FILENO) && !["", "dumb"].contains(Environment.value("TERM") ?? "")
    }

    /// Opens the picker, with the name in the search field.
    /// - Returns: the chosen station's id.
    /// - Throws: ``CommandFailure`` if nothing was chosen, or the picker cannot be opened.
    func ask(_ name: String) throws(CommandFailure) -> String {
        let stations = try RadioSession.run(lists: libraries) { try await $0.library() }
        let charset = TerminalCharset(environment: Environment.value)
        let options = StationPickerOptions(
            prompt: "Which station", query: StationQuery(words: name), usesUTF8: charset == .utf8)
        let player = PlayerSettings(options: Configuration(), kind: .privatePlayer, output: OutputChoice())
        let ending = try Picker.run(stations, options, player.radio)
        ending.remarks.forEach(CommandNotes().say)
        guard let items = ending.items else { throw CommandFailure(.interrupted) }
        guard let item = items.first else { throw CommandFailure(.nothingChosen) }
        return item.station.persistentID
    }
}
