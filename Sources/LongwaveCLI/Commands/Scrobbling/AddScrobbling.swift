import ArgumentParser
import Glibc
import LongwaveDesktop
import LongwaveTerminal

/// Tokens and keys are read from the terminal or a pipe instead of the command line, because all users of the computer
/// can see the command lines of running programs.
struct AddScrobbling: Command {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds an account, or changes the login of an account.",
        discussion: """
            listenbrainz asks for the token from your account's settings. lastfm asks for an API key and its shared \
            secret, and then prints the address of the page where you allow access. The command does not show the \
            secrets that you type. Without a terminal it reads them from standard input, one per line. It keeps them \
            in a file that only you can read.
            """)

    /// A service to which heard songs can be reported.
    enum Service: String, CaseIterable, ExpressibleByArgument, Sendable {
        case listenbrainz, lastfm
    }

    @Argument(help: ArgumentHelp("Protocol of the server.", valueName: "listenbrainz|lastfm"))
    var service: Service

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

    var settings: PrintSettings { format.settings }

    func validate() throws {
        if address == nil {
            throw ValidationError("--server needs the address of a server, without a user name or a query.")
        }
        guard ScrobblingAccount.isName(accountName) else {
            throw ValidationError("--name must have 1 to 32 letters, digits, dots, dashes or underscores.")
        }
    }

    private var usualServer: String {
        switch service {
        case .listenbrainz: ListenBrainz.usualServer
        case .lastfm: LastFm.usualServer
        }
    }

    private var address: String? { ScrobblingAccount.server(server ?? usualServer) }

    private var accountName: String {
        if let name { return name }
        guard let address, address != usualServer else { return service == .lastfm ? "last.fm" : service.rawValue }
        let place = URLReference(address).hostAndPort ?? ""
        return String(place.prefix { $0 != ":" })
    }

    /// Asks the person for the token or keys of the account, checks them with the server, and stores the account.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let files = try ScrobblingFile.places()
        // The file of accounts is read first, so that the command fails before the person types a token if the file is
        // unusable.
        var accounts = try ScrobblingFile.read(files)
        let server = address ?? usualServer
        if server.lowercased().hasPrefix("http:"), !settings.isQuiet {
            output.say("the connection to \(server) is not encrypted: others can read the login")
        }
        let login = try asking(server) { () throws(ScrobbleFailure) in try ScrobbleLogin() }
        let account =
            switch service {
            case .listenbrainz: try listenBrainz(login, server)
            case .lastfm: try lastFm(login, server, output)
            }
        do throws(ScrobblingAccounts.Failure) { try accounts.set(account) } catch { throw CommandFailure(error) }
        output.done("\(account.name): added\(account.user.isEmpty ? "" : " for \(account.user)")")
    }

    private func listenBrainz(_ login: ScrobbleLogin, _ server: String) throws(CommandFailure) -> ScrobblingAccount {
        let token = try secret("Token from your account's settings at \(server): ")
        let account = try asking(server) { () throws(ScrobbleFailure) in
            try login.listenBrainz(name: accountName, server: server, token: token)
        }
        guard let account else {
            throw CommandFailure(code: .accessDenied, sentence: "\(server) does not accept this token.")
        }
        return account
    }

    /// Asks for the API key and the shared secret. Then waits until the person has allowed access in a browser and
    /// pressed Enter, and returns the account.
    private func lastFm(
        _ login: ScrobbleLogin, _ server: String, _ output: ReportOutput
    ) throws(CommandFailure) -> ScrobblingAccount {
        let key = try secret("API key of \(server): ")
        let shared = try secret("Shared secret: ")
        let approval = try asking(server) { () throws(ScrobbleFailure) in
            try login.lastFm(server: server, key: key, secret: shared)
        }
        output.say("open this address in a browser, allow access, then press Enter here:")
        OutputSink.writeAll(STDERR_FILENO, approval.address + "\n")
        _ = try line("")
        return try asking(server) { () throws(ScrobbleFailure) in
            try login.account(name: accountName, server: server, approval)
        }
    }

    private func asking<Answer>(
        _ server: String, _ body: () throws(ScrobbleFailure) -> Answer
    ) throws(CommandFailure) -> Answer {
        do throws(ScrobbleFailure) { return try body() } catch {
            throw CommandFailure(code: .unavailable, sentence: "\(server) cannot be used: \(error.words).")
        }
    }

    private func secret(_ prompt: String) throws(CommandFailure) -> Secret {
        let text = try line(prompt).filter { !$0.isWhitespace }
        guard ScrobblingAccount.isSecret(text) else {
            throw CommandFailure(
                code: .usage,
                sentence: "The token, key or secret is empty, too long, or has invalid characters.")
        }
        return Secret(text)
    }

    private func line(_ prompt: String) throws(CommandFailure) -> String {
        do throws(SecretLine.Ending) { return try SecretLine.read(prompt) } catch {
            switch error {
            case .interrupted: throw CommandFailure(.interrupted)
            case .ended: throw CommandFailure(code: .usage, sentence: "Nothing was typed.")
            case .tooLong: throw CommandFailure(code: .usage, sentence: "The token, key or secret is too long.")
            }
        }
    }
}
