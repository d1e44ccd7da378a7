import LongwaveTerminal

/// Tells a listener or a program what happens.
protocol PlayPresenter: AnyObject {
    /// Whether `bufferDidChange` is wanted once a second, for a clock.
    var wantsTicks: Bool { get }
    /// Where songs are looked for.
    func use(_ links: [SongLinkTemplate])
    func show(_ notification: PlaybackNotification)
    /// A clean line for a person; true if it was shown, else it goes to stderr.
    func message(_ text: String) -> Bool
    /// Cells that a picture may take; nil where none is shown.
    var pictureCells: (columns: Int, rows: Int)? { get }
    func show(_ picture: TerminalPicture)
    /// How loud it is now; nil: that is shown no longer.
    func show(_ levels: AudioLevels?, _ snapshot: PlaybackSnapshot)
    /// The terminal got another size, or is ours again.
    func redraw(_ snapshot: PlaybackSnapshot)
    /// The session ends, and this is what it was like.
    func conclude(_ summary: SessionSummary)
    /// Leaves the terminal as it was: before the end and before a stop.
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
