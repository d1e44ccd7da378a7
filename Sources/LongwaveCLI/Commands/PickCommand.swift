import ArgumentParser
import Glibc
import LongwaveTerminal

struct PickCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "pick", abstract: "Picks stations on the screen, and plays them or prints their ids.",
        discussion: """
            Type to filter the stations. Each word must be the beginning of a word in a station's name, id, tags, \
            country, language or codec.

            Keys: Enter picks. Esc quits. The arrows, Page Up, Page Down, Home and End move. Left and Right go to the \
            previous and next group. Ctrl-P plays the station or stops it. Alt-+ and Alt-- make it louder and softer. \
            Ctrl-F marks it as a favourite. Ctrl-R adds a star. Alt-0 to Alt-5 set the stars. Ctrl-G changes the \
            grouping. Ctrl-U clears the typed text. Ctrl-L redraws the screen. With --many, Tab marks a station and \
            Ctrl-A marks all.

            Without a terminal the command prints a numbered list and reads the answer from standard input.

            Exit codes: 1 nothing was picked; 130 quit without picking; others as for play.
            """)

    @Argument(help: ArgumentHelp("Initial words of the filter.", valueName: "words"))
    var words: [String] = []

    @Flag(name: .long, help: "Prints the ids of the picked stations, one per line, and plays nothing.")
    var print = false

    @Flag(name: .long, help: "Allows picking more than one station.")
    var many = false

    @Option(name: .long, help: ArgumentHelp("Shows this text before the input.", valueName: "text"))
    var prompt: String?

    @OptionGroup(title: "Selection and order") var query: QueryOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Initial grouping: by country, language, tag, codec, letter, rating, favourite or source.",
            valueName: "property"))
    var groupBy: StationGrouping?

    @OptionGroup var player: PlayerOptions
    @OptionGroup(title: "Printing") var format: FormatOptions
    @OptionGroup(title: "Pictures") var artwork: ArtworkOptions

    var settings: PrintSettings { format.settings }

    /// Lets the person choose stations in the picker, then plays the stations or prints their ids.
    func perform(_ output: ReportOutput) throws {
        var chosen = player.configuration(\.play)
        chosen.artwork = artwork.artwork
        let query = try query.made(words: words, grouping: groupBy)
        let session = PlayerSettings(options: chosen, kind: .privatePlayer, output: player.sound.choice)
        let configuration = session.configuration
        let stations = try RadioSession.run(lists: configuration.library ?? []) { try await $0.library() }
        if !settings.isQuiet { SelectionFinder.remarks(stations).forEach(output.say) }
        let options = StationPickerOptions(
            prompt: prompt ?? "", allowsMultiple: many, query: query, usesUTF8: output.charset == .utf8,
            artwork: configuration.artwork ?? .auto)
        let ending = try Picker.run(stations, options, session.radio)
        // The picker's remarks are printed only now, because the picker filled the terminal until its end.
        ending.remarks.forEach(output.say)
        guard let items = ending.items else { throw CommandFailure(.interrupted) }
        guard !items.isEmpty else { throw CommandFailure(.nothingChosen) }
        if print {
            let clean = Sanitiser(charset: output.charset)
            OutputSink.writeAll(STDOUT_FILENO, items.map { clean($0.id) + "\n" }.joined())
        } else {
            try play(items, stations, session, isVolumeChanged: ending.isVolumeChanged)
        }
    }

    /// Plays the picked stations. If several stations were picked, they become the queue. If one station was picked,
    /// all stations of the library become the queue, so that the keys n and p reach every station.
    private func play(
        _ items: [LibraryItem], _ stations: StationLibrary, _ player: PlayerSettings, isVolumeChanged: Bool
    ) throws(CommandFailure) {
        var runner = PlayRunner(player, settings)
        // A volume that the person changed in the picker was stored as the last volume. A nil volume makes the player
        // use the last volume instead of the volume in the settings.
        if isVolumeChanged { runner.session.radio.volume = nil }
        try runner.run { _, _, found in found(.success(SelectionFinder.selection(items, in: stations))) }
    }
}
