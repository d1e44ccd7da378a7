import ArgumentParser

struct ListScrobbling: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the accounts, the number of waiting songs, and the last errors.")

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws { try end(with: ListScrobblingAction(settings: format.settings).run()) }
}
