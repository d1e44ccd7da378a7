import Longwave

/// Tells a listener or a program what happens.
protocol PlayPresenter: AnyObject {
    /// Whether ``tick(_:)`` is wanted: once a second.
    var wantsTicks: Bool { get }
    func show(_ notification: PlaybackNotification)
    func tick(_ snapshot: PlaybackSnapshot)
    /// A clean line for a person; true if it was shown, else it goes to stderr.
    func message(_ text: String) -> Bool
    /// The terminal got another size, or is ours again.
    func redraw(_ snapshot: PlaybackSnapshot)
    /// Leaves the terminal as it was: before the end and before a stop.
    func leave()
}

extension PlayPresenter {
    var wantsTicks: Bool { false }
    func tick(_ snapshot: PlaybackSnapshot) {}
    func message(_ text: String) -> Bool { false }
    func redraw(_ snapshot: PlaybackSnapshot) {}
    func leave() {}
}
