import ArgumentParser
import Longwave
import RadioConsole

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Find out which stations play, what they are, and where they have moved to.",
        discussion: """
            Opens every address of the stations as play does, all at once, listens for a second, and needs no sound \
            server. Words and options choose stations as list does; without them all are checked. \
            A table on a terminal, tsv elsewhere. 65: some stations do not play; 69: none can be reached.
            """)

    @Argument(help: ArgumentHelp("What the stations must have.", valueName: "words"))
    var words: [String] = []

    @Flag(
        name: .long,
        help: ArgumentHelp(
            "Correct the list: permanent redirects, codec, bit rate, and where the directory has stations that do not play.",
            discussion: "Shows what would change, and asks."))
    var fix = false

    @Flag(name: .long, help: "With --fix: write without a question.")
    var yes = false

    @Option(
        name: .long,
        help: ArgumentHelp("How long an address may take to its first sound.", valueName: "seconds|1m"))
    var timeout: TimeSpan?

    @Option(name: .long, help: ArgumentHelp("Check so many addresses at a time.", valueName: "number"))
    var atOnce = CheckAction.usualMaximumAtOnce

    @OptionGroup(title: "Directory") var directory: DirectoryOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    @OptionGroup(title: "Which, and how") var query: QueryOptions

    func validate() throws {
        if !(1...1000).contains(atOnce) { throw ValidationError("--at-once goes from 1 to 1000.") }
        if yes, !fix { throw ValidationError("--yes says yes to --fix.") }
        if fix, format.quiet, !yes { throw ValidationError("--fix --quiet shows nothing to say yes to: add --yes.") }
    }

    func run() throws {
        let action = CheckAction(
            query: try query.made(words: words), isFixing: fix, isSure: yes, timeout: timeout?.duration,
            maximumAtOnce: atOnce, directory: directory.directory, libraries: library.library,
            settings: format.settings)
        try end(with: action.run())
    }
}
