import ArgumentParser
import Longwave

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks which stations play, their formats, and where they have moved.",
        discussion: """
            Opens the addresses of the stations, many at once, and receives a second of sound from each. The \
            command needs no sound server. Words and options select stations as for "longwave list"; the default is \
            all stations. Prints a table on a terminal, and tsv elsewhere.

            Exit codes: 65 some stations do not play; 69 no station can be reached.
            """)

    @Argument(help: ArgumentHelp("Words that the stations must match.", valueName: "words"))
    var words: [String] = []

    @Flag(
        name: .long,
        help: ArgumentHelp(
            "Corrects the list: moved addresses, codec and bit rate.",
            discussion: """
                Follows permanent redirects, and asks the directory about stations that do not play. Shows the changes \
                and asks before it writes them.
                """))
    var fix = false

    @Flag(name: .long, help: "With --fix: writes without asking.")
    var yes = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Waits this long for the first sound of an address. (default: 15 seconds)", valueName: "seconds|1m"))
    var timeout: TimeSpan?

    @Option(name: .long, help: ArgumentHelp("Checks this many addresses at once, from 1 to 1000.", valueName: "number"))
    var atOnce = CheckAction.usualMaximumAtOnce

    @OptionGroup(title: "Directory") var directory: DirectoryOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    @OptionGroup(title: "Selection and order") var query: QueryOptions

    func validate() throws {
        if !(1...1000).contains(atOnce) { throw ValidationError("--at-once must be from 1 to 1000.") }
        if yes, !fix { throw ValidationError("--yes needs --fix.") }
        if fix, format.quiet, !yes { throw ValidationError("--fix with --quiet cannot ask: add --yes.") }
    }

    func run() throws {
        let action = CheckAction(
            query: try query.made(words: words), isFixing: fix, isSure: yes, timeout: timeout?.duration,
            maximumAtOnce: atOnce, directory: directory.directory, libraries: library.library,
            settings: format.settings)
        try end(with: action.run())
    }
}
