import LongwaveTerminal

/// Shows what a play session plays, to a listener or to another program.
protocol PlayPresenter: AnyObject {
    /// Whether the presenter needs the notification `bufferDidChange` once a second, to show a position that advances.
    var wantsTicks: Bool { get }
    /// Sets the templates for the addresses of web pages that search for a song. The presenter adds the addresses to
    /// titles.
    func use(_ links: [SongLinkTemplate])
    func show(_ notification: PlaybackNotification)
    /// Shows a message to the person. The text must have passed `Sanitiser`. Returns false if the presenter shows no
    /// messages, so that the caller must print the text to stderr.
    func message(_ text: String) -> Bool
    /// The largest size of a picture in character cells; nil if the presenter shows no pictures.
    var pictureCells: (columns: Int, rows: Int)? { get }
    func show(_ picture: TerminalPicture)
    /// Shows the current levels of the sound (the meter); nil hides the meter.
    func show(_ levels: AudioLevels?, _ snapshot: PlaybackSnapshot)
    /// Draws everything again, after the terminal has changed its size or the program has returned to the foreground.
    func redraw(_ snapshot: PlaybackSnapshot)
    /// Shows the summary of the session, when the session ends.
    func conclude(_ summary: SessionSummary)
    /// Removes what the presenter has drawn, before the program ends or is suspended (Ctrl-Z).
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
