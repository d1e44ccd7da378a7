import ArgumentParser
import Glibc
import Longwave

struct PickCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick", abstract: "Choose stations on the screen, and play them or print their ids.",
        discussion: """
            Typing filters: every word must begin a word of a station's name, id, tags, country, language or codec. \
            Enter picks, Esc leaves. Arrows, Page Up and Down, Home and End move; left and right go to the next group. \
            Ctrl-P plays the station, and again stops it; Alt and + or - make it louder and softer. Ctrl-F makes it a favourite, Ctrl-R gives it a star more, \
            Alt-0 to Alt-5 so many. Ctrl-G groups by country, language, tag, codec, letter, favourite and rating. \
            With --many: Tab marks, Ctrl-A marks all. Ctrl-U clears what was typed, Ctrl-L draws anew.

            Without a terminal it lists the stations with their numbers and reads an answer from stdin.

            Exit codes: 1 when nothing was chosen, 130 when it was left; else those of play.
            """)

    @Argument(help: ArgumentHelp("What the typing begins with.", valueName: "words"))
    var words: [String] = []

    @Flag(name: .long, help: "Print the ids of what was picked, one a line, and play nothing.")
    var print = false

    @Flag(name: .long, help: "More than one can be chosen.")
    var many = false

    @Option(name: .long, help: ArgumentHelp("What stands before what is typed.", valueName: "text"))
    var prompt: String?

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Which, and how") var query: QueryOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Begin with them gathered by country, language, tag, codec, letter, rating, favourite or source.",
            valueName: "property"))
    var groupBy: StationGrouping?

    @OptionGroup(title: "Sound") var sound: SoundOptions
    @OptionGroup(title: "Titles") var history: HistoryOptions
    @OptionGroup(title: "Rules for titles") var rules: RuleOptions
    @OptionGroup(title: "Printing") var format: FormatOptions
    @OptionGroup(title: "Pictures") var artwork: ArtworkOptions

    func run() throws {
        let output = ReportOutput(format: format)
        let stations: StationLibrary
        switch try library.reader.personal.loadNow() {
        case .failure(let failure): throw output.fail(failure)
        case .success(let library): stations = library
        }
        if !format.quiet { ProgrammeFinder.remarks(stations).forEach(output.say) }
        let options = StationPickerOptions(
            prompt: prompt ?? "", allowsMultiple: many, query: try query.made(words: words, grouping: groupBy),
            usesUTF8: output.charset == .utf8, artwork: artwork.artwork)
        let ending: PickSession.Ending
        do throws(CommandFailure) {
            ending = try PickSession.run(stations, options, sound)
        } catch { throw output.fail(error) }
        // It is said where the terminal is as it was.
        ending.remarks.forEach(output.say)
        switch ending.items {
        case nil: throw ArgumentParser.ExitCode(ExitCode.interrupted.rawValue)
        case let items? where items.isEmpty: throw ArgumentParser.ExitCode(ExitCode.nothingChosen.rawValue)
        case let items?:
            if print {
                let clean = Sanitiser(charset: output.charset)
                OutputSink.writeAll(STDOUT_FILENO, items.map { clean($0.id) + "\n" }.joined())
            } else {
                try play(items, stations, sound: ending.isVolumeChanged ? sound.withRememberedVolume : sound)
            }
        }
    }

    /// One picked station has all of the list behind it for the keys n and p; several are the queue.
    private func play(_ items: [LibraryItem], _ stations: StationLibrary, sound: SoundOptions) throws {
        var runner = PlayRunner(sound: sound, format: format, titleRules: rules.readIfPossible())
        runner.journal = history.journal
        runner.artwork = artwork
        try runner.run { _, _, found in found(.success(ProgrammeFinder.programme(items, in: stations))) }
    }
}
