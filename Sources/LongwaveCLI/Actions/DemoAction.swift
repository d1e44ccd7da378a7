import Longwave
import RadioDemo

/// The command `longwave demo`: plays a demonstration without any station on the network.
struct DemoAction {
    /// How long the demo plays; nil to play until the program is stopped.
    let duration: Duration?
    let output: OutputChoice
    let options: Configuration
    let settings: PrintSettings

    init(duration: Duration?, output: OutputChoice, options: Configuration, settings: PrintSettings) {
        self.duration = duration
        self.output = output
        self.options = options
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(play) }

    /// Plays a ``DemoStation``: a server in this process that streams sound like a station.
    private func play(_ output: ReportOutput) throws(CommandFailure) {
        let player = PlayerSettings(options: options, kind: .privatePlayer, output: self.output)
        var radio = player.radio
        // The demo is no station that the listener has chosen.
        (radio.journal, radio.directory) = (JournalPlaces(), nil)
        try PlayRunner(radio, settings, endAfter: duration).run { _, loop, found in
            do {
                let station = try DemoStation(loop: loop)
                let item = PlaybackItem(Station(name: "Longwave demo", urls: [station.url]))
                found(.success(.init(items: [item], isStation: true, source: station)))
            } catch {
                found(.failure(.system("\(error)")))
            }
        }
    }
}
