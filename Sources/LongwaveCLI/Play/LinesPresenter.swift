import LongwaveTerminal

/// Prints a plain line for each change of the player's state, title, volume or output device. Used if no live status
/// line can be drawn, for example if stdout is a file.
///
/// Successive failed attempts to connect are printed as one line if the cause is the same. With `-v` and in other
/// output formats, each attempt is printed.
final class LinesPresenter: PlayPresenter {
    private let output: Output
    private let clean: Sanitiser
    private var lastState = ""
    private var lastTitle = ""
    private var lastVolume = ""
    private var lastDevice: String?

    private let playing: String

    /// - Parameter playing: the word that is shown as the state while sound plays.
    init(output: Output, charset: TerminalCharset, playing: String) {
        self.output = output
        self.playing = playing
        clean = Sanitiser(charset: charset)
    }

    /// Prints a line if the notification changes the state, title, volume or output device.
    func show(_ notification: PlaybackNotification) {
        let snapshot = notification.snapshot
        switch notification {
        case .statusDidChange, .willRetry, .didStall: state(snapshot)
        case .nowPlayingDidChange:
            let title = clean(PlayerWords(snapshot).title)
            if !title.isEmpty, title != lastTitle { output.write("title: \(title)\n") }
            lastTitle = title
        case .volumeDidChange:
            let volume = snapshot.isMuted ? "muted" : "\(Int((snapshot.volume * 100).rounded())) %"
            if volume != lastVolume { output.write("volume: \(volume)\n") }
            lastVolume = volume
        case .itemDidChange: lastTitle = ""
        case .outputRouteDidChange(let reason, _): route(reason, snapshot.outputDevice)
        default: break
        }
    }

    /// Prints the name of the output device if it differs from the last device.
    private func route(_ reason: PlaybackNotification.RouteChangeReason, _ device: String?) {
        guard let device else {
            // After the output device was removed, the next device is printed, even if the same device comes back.
            if reason == .deviceRemoved, lastDevice != nil { lastDevice = "" }
            return
        }
        if let lastDevice, lastDevice != device { output.write(clean("device: \(device)") + "\n") }
        lastDevice = device
    }

    /// Prints the player's state and its cause if they have changed since the last line.
    private func state(_ snapshot: PlaybackSnapshot) {
        let said = PlayerWords(snapshot, playing: playing)
        let words = said.status
        // The play session prints the error of a failed item to stderr, so the presenter prints no line for it.
        if case .failed = snapshot.status { return }
        let what = [said.station, words.cause.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        let text = clean("\(words.state): \(what)")
        // True if another attempt to connect has begun and its outcome is not known yet. No line is printed for it.
        let isUnderWay = words.attempt != nil && words.cause == nil && lastState.hasPrefix(words.state)
        if text == lastState || isUnderWay { return }
        output.write(text + "\n")
        lastState = text
    }
}
