import Glibc
import LongwaveTerminal

/// What `longwave pick` does.
public struct PickAction {
    let query: StationQuery
    /// What stands before what is typed.
    let prompt: String?
    let allowsMultiple: Bool
    /// Prints the ids of what was picked, and plays nothing.
    let isPrinting: Bool
    let sound: SoundSettings
    let libraries: [String]
    let history: HistorySettings
    /// A file of rules for titles; nil: the usual one.
    let rules: String?
    let artwork: ArtworkDisplay.Choice
    let settings: PrintSettings

    public init(
        query: StationQuery, prompt: String?, allowsMultiple: Bool, isPrinting: Bool, sound: SoundSettings,
        libraries: [String], history: HistorySettings, rules: String?, artwork: ArtworkDisplay.Choice,
        settings: PrintSettings
    ) {
        self.query = query
        self.prompt = prompt
        self.allowsMultiple = allowsMultiple
        self.isPrinting = isPrinting
        self.sound = sound
        self.libraries = libraries
        self.history = history
        self.rules = rules
        self.artwork = artwork
        self.settings = settings
    }

    /// - Returns: the exit code.
    public func run() -> Int32 { ReportOutput(settings).ending(pick) }

    private func pick(_ output: ReportOutput) throws(CommandFailure) {
        let stations = try LibraryReader(named: libraries).personal.loaded()
        if !settings.isQuiet { ProgrammeFinder.remarks(stations).forEach(output.say) }
        let options = StationPickerOptions(
            prompt: prompt ?? "", allowsMultiple: allowsMultiple, query: query, usesUTF8: output.charset == .utf8,
            artwork: artwork)
        let ending = try PickSession.run(stations, options, sound)
        // It is said where the terminal is as it was.
        ending.remarks.forEach(output.say)
        guard let items = ending.items else { throw CommandFailure(.interrupted) }
        guard !items.isEmpty else { throw CommandFailure(.nothingChosen) }
        if isPrinting {
            let clean = Sanitiser(charset: output.charset)
            OutputSink.writeAll(STDOUT_FILENO, items.map { clean($0.id) + "\n" }.joined())
        } else {
            try play(items, stations, isVolumeChanged: ending.isVolumeChanged)
        }
    }

    /// One picked station has all of the list behind it for the keys n and p; several are the queue.
    private func play(
        _ items: [LibraryItem], _ stations: StationLibrary, isVolumeChanged: Bool
    ) throws(CommandFailure) {
        // What the person changed is remembered, whatever was named before.
        let sound = isVolumeChanged ? SoundSettings(playback: sound.playback, volume: nil) : sound
        var runner = PlayRunner(sound: sound, settings: settings, titleRules: TitleRuleFile.readIfPossible(rules))
        runner.journal = history.journal
        runner.artwork = artwork
        try runner.run { _, _, found in found(.success(ProgrammeFinder.programme(items, in: stations))) }
    }
}
