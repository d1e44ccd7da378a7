import ArgumentParser

struct RemoveScrobbling: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes an account and its waiting songs.")

    @Argument(help: "Name of the account, as \"longwave scrobble\" shows it.") var name: String
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws { try end(with: RemoveScrobblingAction(name: name, settings: format.settings).run()) }
}
