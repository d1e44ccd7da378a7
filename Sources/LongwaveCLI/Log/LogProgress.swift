import Glibc
import LongwaveTerminal
import RadioLoop

/// Shows the progress of `longwave log` to a person on stderr.
///
/// On a terminal, one line shows how many stations are connected while the log starts. Afterwards, a summary is printed
/// each minute. If stderr is not a terminal, only problems are printed, for example that too few stations answer.
final class LogProgress {
    private static let often = Duration.milliseconds(500)
    private static let seldom = Duration.seconds(60)
    /// The longest time for which the progress of connecting is shown. Later connections are only counted in the
    /// summary that is printed each minute.
    private static let connecting = Duration.seconds(30)

    private let line: ProgressLine
    /// Stdout, to which titles are printed for people if no log is written.
    private let output: Output
    private let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))
    private let clock = WallClock.now()
    private let loop: EventLoop
    private let began: MonotonicInstant
    private var timer: LoopTimer?
    private var isConnecting = true
    private var answers = AnswerWatch()
    private var last: (tally: TitleLogger.Tally, at: MonotonicInstant)
    private var lastWords: String?
    private let tally: () -> TitleLogger.Tally

    /// Starts to show the progress. `tally` returns the current counts of the log.
    /// - Parameter onClosed: called when the pipe of stdout was closed by its reader, or the terminal hung up.
    init(
        loop: EventLoop, isQuiet: Bool, tally: @escaping () -> TitleLogger.Tally, onClosed: @escaping () -> Void
    ) {
        self.loop = loop
        began = loop.now
        last = (TitleLogger.Tally(), loop.now)
        line = ProgressLine(loop: loop, isQuiet: isQuiet)
        output = Output(STDOUT_FILENO, loop: loop)
        output.onClosed = onClosed
        self.tally = tally
        if line.isShown {
            timer = loop.makeTimer { [weak self] in self?.tick() }
            timer?.rearm(after: Self.often)
        } else if !isQuiet {
            // If stderr is not a terminal, no summary is printed each minute, so a message must report that too few
            // stations answer.
            timer = loop.makeTimer { [weak self] in self?.watch() }
            timer?.rearm(after: AnswerWatch.interval)
        }
    }

    deinit { timer?.cancel() }

    func say(_ text: String) { line.say(text) }

    /// Prints a line about a title that has begun: its time, its station and its text.
    func show(_ track: TrackInfo, of station: String, at moment: MediaTime) {
        let time = moment.local.dropFirst(11).prefix(8)
        let kind = track.kind == .song ? "" : " (\(track.kind.rawValue))"
        line.clear()
        output.write("\(time)  \(clean(station))  \(clean(PlayerWords.title(track) ?? track.text))\(kind)\n")
    }

    /// Makes the text of the last summary, because it must count the connected stations. Call this method before the
    /// stations are disconnected.
    func end() {
        timer?.cancel()
        lastWords = summary(tally())
    }

    /// Prints the last summary, and waits at most 250 ms for each output until it is written.
    func leave() {
        timer?.cancel()
        output.flush(within: .milliseconds(250))
        line.line(lastWords ?? summary(tally()))
        line.leave()
    }

    private func watch() {
        let tally = tally()
        if let text = answers.look(following: tally.following, of: tally.stations, at: loop.now) { say(text) }
        timer?.rearm(after: AnswerWatch.interval)
    }

    /// Shows the progress of connecting every 500 ms. After that phase, prints a summary each minute.
    private func tick() {
        let tally = tally()
        if isConnecting {
            isConnecting = tally.following < tally.stations && began.duration(to: loop.now) < Self.connecting
            let stations = tally.stations.counted("station")
            line.show("connecting: \(tally.following) of \(stations), \(tally.named) with a title")
            if isConnecting {
                timer?.rearm(after: Self.often)
                return
            }
        }
        line.line(summary(tally))
        last = (tally, loop.now)
        timer?.rearm(after: Self.seldom)
    }

    private func summary(_ tally: TitleLogger.Tally) -> String {
        let seconds = max(last.at.duration(to: loop.now) / .seconds(1), 0.001)
        let rate = Double(tally.bytes - last.tally.bytes) / seconds
        var text = "\(clock.localTime(loop.now))  \(tally.following) of \(tally.stations.counted("station"))"
        let away = tally.stations - tally.following
        if away > 0 { text += ", \(away) not connected" }
        text += ", \(tally.titles.counted("title")), \(Self.size(rate))/s"
        if tally.deletedFiles > 0 { text += ", \(tally.deletedFiles.counted("old file")) deleted" }
        if tally.deletedRecords > 0 { text += ", \(tally.deletedRecords.counted("old record")) deleted" }
        if tally.unwritten > 1000 { text += ", \(tally.unwritten) records wait for the disk" }
        return text
    }

    private static func size(_ bytes: Double) -> String {
        switch bytes {
        case ..<1000: "\(Int(bytes)) B"
        case ..<1e6: "\(Int(bytes / 1000)) kB"
        case _:
            "\(Int(bytes / 1e6)).\(Int(bytes / 1e5) % 10) MB"
        }
    }
}
