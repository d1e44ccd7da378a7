import ArgumentParser
import RadioConsole

struct AddScrobbling: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an account, or give one another login.",
        discussion: """
            listenbrainz reads the token that the settings of your account show. lastfm reads the API key and the shared \
            secret that the service gives to programs, and shows an address where you allow it. All are typed unseen, or \
            read from stdin, a line each; they are kept in a file that only you can read.
            """)

    @Argument(help: ArgumentHelp("Which interface the server has.", valueName: "listenbrainz|lastfm"))
    var service: AddScrobblingAction.Service

    @Option(
        name: .long,
        help: ArgumentHelp("The address of the interface: of another server than the usual one.", valueName: "url"))
    var server: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What you call it: listenbrainz, last.fm or the server's name unless told.", valueName: "name"))
    var name: String?

    @OptionGroup(title: "Printing") var format: FormatOptions

    private var action: AddScrobblingAction {
        AddScrobblingAction(service: service, server: server, name: name, settings: format.settings)
    }

    func validate() throws { try refuse(action.problem) }

    func run() throws { try end(with: action.run()) }
}
