import ArgumentParser
import Longwave
import RadioConsole

struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Play the station inside the program: for testing the loudspeaker.",
        discussion: """
            Needs no network: a server on this machine sends a short piece of sound with titles, and it goes the way of \
            every other station. Quit with q or Ctrl-C.
            """)

    @Option(name: .customLong("for"), help: ArgumentHelp("End after so long.", valueName: "seconds"))
    var duration: Double?

    @OptionGroup(title: "Sound") var sound: SoundOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if let duration, !TimeSpan.isUsable(duration) {
            throw ValidationError("--for wants seconds, more than 0.")
        }
    }

    func run() throws {
        var options = Configuration()
        sound.apply(to: &options, \.play)
        let action = DemoAction(
            duration: duration.map { .seconds($0) }, output: sound.choice, options: options, settings: format.settings)
        try end(with: action.run())
    }
}
