import Glibc
import LongwaveTerminal

/// The command `longwave pick`: lets a person choose stations on a page with a search field.
struct PickAction {
    let query: StationQuery
    /// The text that is shown before the search field; nil for no text.
    let prompt: String?
    let allowsMultiple: Bool
    /// Whether the command prints the ids of the picked stations, instead of playing the stations.
    let isPrinting: Bool
    let output: OutputChoice
    let options: Configuration
    let settings: PrintSettings

    init(
        query: StationQuery, prompt: String?, allowsMultiple: Bool, isPrinting: Bool, output: OutputChoice,
        options: Configuration, settings: PrintSettings
    ) {
        self.query = query
        self.prompt = prompt
        self.allowsMultiple = allowsMultiple
        self.isPrinting = isPrinting
        self.output = output
        self.options = options
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(pick) }

    /// Lets the person choose stations in the picker, then plays the stations or prints their ids.
    private func pick(_ output: ReportOutput) throws(CommandFailure) {
        let player = PlayerSettings(options: options, kind: .privatePlayer, output: self.output)
        let configuration = player.configuration
        let stations = try LibraryReader(named: configuration.library ?? []).personal.loaded()
        if !settings.isQuiet { ProgrammeFinder.remarks(stations).forEach(output.say) }
        let options = StationPickerOptions(
            prompt: prompt ?? "", allowsMultiple: allowsMultiple, query: query, usesUTF8: output.charset == .utf8,
            artwork: configuration.artwork ?? .auto)
        let ending = try PickView.run(stations, options, player.radio)
        // The picker's remarks are printed only now, because the picker filled the terminal until its end.
        ending.remarks.forEach(output.say)
        guard let items = ending.items else { throw CommandFailure(.interrupted) }
        guard !items.isEmpty else { throw CommandFailure(.nothingChosen) }
        if isPrinting {
            let clean = Sanitiser(charset: output.charset)
            OutputSink.writeAll(STDOUT_FILENO, items.map { clean($0.id) + "\n" }.joined())
        } else {
            try play(items, stations, player, isVolumeChanged: ending.isVolumeChanged)
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
        try runner.run { _, _, found in found(.success(ProgrammeFinder.programme(items, in: stations))) }
    }
}
