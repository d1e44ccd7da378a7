import ArgumentParser
import Longwave

struct DemoCommand: ParsableCommand {
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

    func run() throws {
        var options = Configuration()
        sound.apply(to: &options, \.play)
        let action = DemoAction(
            duration: duration?.duration, output: sound.choice, options: options, settings: format.settings)
        try end(with: action.run())
    }
}
