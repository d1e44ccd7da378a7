import LongwaveTerminal

/// What `longwave play` does.
public struct PlayAction {
    /// A station, an address or a file; nil: what was heard last.
    let what: String?
    let queue: QueueChoice
    let sound: SoundSettings
    let libraries: [String]
    /// The address of a server; nil: the usual ones.
    let directory: String?
    /// Tells the directory that one of its stations is heard, and asks it where one is now.
    let asksDirectory: Bool
    let history: HistorySettings
    /// A file of rules for titles; nil: the usual one.
    let rules: String?
    let artwork: ArtworkDisplay.Choice
    let keeping: KeepSettings
    /// The sound ends after so long; nil: it does not.
    let sleep: Duration?
    /// The desktop shows each title that is heard.
    let notifies: Bool
    let settings: PrintSettings

    public init(
        what: String?, queue: QueueChoice, sound: SoundSettings, libraries: [String], directory: String?,
        asksDirectory: Bool, history: HistorySettings, rules: String?, artwork: ArtworkDisplay.Choice,
        keeping: KeepSettings, sleep: Duration? = nil, notifies: Bool = false, settings: PrintSettings
    ) {
        self.what = what
        self.queue = queue
        self.sound = sound
        self.libraries = libraries
        self.directory = directory
        self.asksDirectory = asksDirectory
        self.history = history
        self.rules = rules
        self.artwork = artwork
        self.keeping = keeping
        self.sleep = sleep
        self.notifies = notifies
        self.settings = settings
    }

    /// How names of files end that are taken for files, whether or not they exist.
    public static let fileSuffixes = ArgumentKind.soundSuffixes

    /// - Returns: the exit code.
    public func run() -> Int32 { ReportOutput(settings).ending(play) }

    private func play(_ output: ReportOutput) throws(CommandFailure) {
        let finder = ProgrammeFinder(
            argument: what, library: LibraryReader(named: libraries), queue: queue.settings)
        var runner = PlayRunner(sound: sound, settings: settings, titleRules: TitleRuleFile.readIfPossible(rules))
        runner.journal = history.journal
        runner.directory = asksDirectory ? .asked(directory) : nil
        runner.artwork = artwork
        runner.keeping = keeping
        runner.sleep = sleep
        runner.notifies = notifies
        try runner.run { memory, loop, found in finder.find(memory, on: loop, found) }
    }
}
