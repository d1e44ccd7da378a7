import ArgumentParser

struct AddScrobbling: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds an account, or changes the login of an account.",
        discussion: """
            listenbrainz asks for the token from your account's settings. lastfm asks for an API key and its shared \
            secret, and then prints the address of the page where you allow access. The command does not show the \
            secrets that you type. Without a terminal it reads them from standard input, one per line. It keeps them \
            in a file that only you can read.
            """)

    @Argument(help: ArgumentHelp("Protocol of the server.", valueName: "listenbrainz|lastfm"))
    var service: AddScrobblingAction.Service

    @Option(
        name: .long,
        help: ArgumentHelp("Address of another server's API. (default: the service's own server)", valueName: "url"))
    var server: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Name of the account. (default: listenbrainz, last.fm, or the server's name)", valueName: "name"))
    var name: String?

    @OptionGroup(title: "Printing") var format: FormatOptions

    private var action: AddScrobblingAction {
        AddScrobblingAction(service: service, server: server, name: name, settings: format.settings)
    }

    func validate() throws { try refuse(action.problem) }

    func run() throws { try end(with: action.run()) }
}
