import ArgumentParser
import Longwave
import RadioDemo

struct DemoCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Plays a built-in station, to test the loudspeaker.",
        discussion: """
            The demo needs no network. The program runs a server on this computer that sends music with titles, and \
            plays it like any other station. Quit with q or Ctrl-C.
            """)

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Ends after this time, such as 30s or 10m. (default: never)", valueName: "span"))
    var duration: TimeSpan?

    @OptionGroup(title: "Sound") var sound: SoundOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    /// Plays a ``DemoStation``: a server in this process that streams sound like a station.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        var options = Configuration()
        sound.apply(to: &options, \.play)
        let player = PlayerSettings(options: options, kind: .privatePlayer, output: sound.choice)
        var radio = player.radio
        // The demo is no station that the listener has chosen.
        (radio.journal, radio.directory) = (JournalPlaces(), nil)
        try PlayRunner(radio, settings, endAfter: duration?.duration).run { _, loop, found in
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
