import LongwaveTerminal

/// Shows a session to a listener or a program.
protocol PlayPresenter: AnyObject {
    /// Whether the presenter needs the notification `bufferDidChange` once a second, to show a running time.
    var wantsTicks: Bool { get }
    /// Sets the templates for the addresses of web pages that search for a song.
    func use(_ links: [SongLinkTemplate])
    func show(_ notification: PlaybackNotification)
    /// Shows a line for a person; the text must be clean (`Sanitiser`). Returns false if the line must be printed to
    /// stderr instead.
    func message(_ text: String) -> Bool
    /// The largest size of a picture in cells; nil if the presenter shows no pictures.
    var pictureCells: (columns: Int, rows: Int)? { get }
    func show(_ picture: TerminalPicture)
    /// Shows the levels of the sound; nil hides them.
    func show(_ levels: AudioLevels?, _ snapshot: PlaybackSnapshot)
    /// Draws again after the terminal has changed its size, or after the program has returned to the foreground.
    func redraw(_ snapshot: PlaybackSnapshot)
    /// Shows the summary of the session at its end.
    func conclude(_ summary: SessionSummary)
    /// Restores the terminal, at the end of the session and before the program is suspended (Ctrl-Z).
    func leave()
}

extension PlayPresenter {
    var wantsTicks: Bool { false }
    func use(_ links: [SongLinkTemplate]) {}
    func message(_ text: String) -> Bool { false }
    var pictureCells: (columns: Int, rows: Int)? { nil }
    func show(_ picture: TerminalPicture) {}
    func show(_ levels: AudioLevels?, _ snapshot: PlaybackSnapshot) {}
    func redraw(_ snapshot: PlaybackSnapshot) {}
    func conclude(_ summary: SessionSummary) {}
    func leave() {}
}
