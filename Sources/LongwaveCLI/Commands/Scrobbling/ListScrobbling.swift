import ArgumentParser
import RadioConsole

struct ListScrobbling: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The accounts, what waits for them, and what went wrong last.")

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws { try end(with: ListScrobblingAction(settings: format.settings).run()) }
}
