import LongwaveTerminal

/// One plain line for each change, where no live line can be drawn: a journal that is read after weeks, too. So tries after
/// one another are one line as long as their cause is the same; `-v` and the other formats tell each.
final class LinesPresenter: PlayPresenter {
    private let output: Output
    private let clean: Sanitiser
    private var lastState = ""
    private var lastTitle = ""
    private var lastVolume = ""
    private var lastDevice: String?

    private let playing: String

    /// - Parameter playing: the word for the state of playing.
    init(output: Output, charset: TerminalCharset, playing: String) {
        self.output = output
        self.playing = playing
        clean = Sanitiser(charset: charset)
    }

    func show(_ notification: PlaybackNotification) {
        let snapshot = notification.snapshot
        switch notification {
        case .statusDidChange, .willRetry, .didStall: state(snapshot)
        case .nowPlayingDidChange:
            let title = clean(DisplayNames.title(snapshot) ?? "")
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

    /// Where the sound goes, when that is not where it went before.
    private func route(_ reason: PlaybackNotification.RouteChangeReason, _ device: String?) {
        guard let device else {
            // It is told again where sound goes on, be it the same.
            if reason == .deviceRemoved, lastDevice != nil { lastDevice = "" }
            return
        }
        if let lastDevice, lastDevice != device { output.write(clean("device: \(device)") + "\n") }
        lastDevice = device
    }

    private func state(_ snapshot: PlaybackSnapshot) {
        let words = StatusWords(snapshot, playing: playing)
        // An error's sentence goes to stderr, once.
        if case .failed = snapshot.status { return }
        let station = DisplayNames.station(snapshot)
        let what = [station, words.cause.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        let text = clean("\(words.state): \(what)")
        // On its way again: the next try has its outcome yet to come.
        let isUnderWay = words.attempt != nil && words.cause == nil && lastState.hasPrefix(words.state)
        if text == lastState || isUnderWay { return }
        output.write(text + "\n")
        lastState = text
    }
}
