import ArgumentParser
import RadioConsole

struct RemoveScrobbling: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget an account, and what waits for it.")

    @Argument(help: "Its name, as longwave scrobble shows it.") var name: String
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws { try end(with: RemoveScrobblingAction(name: name, settings: format.settings).run()) }
}
