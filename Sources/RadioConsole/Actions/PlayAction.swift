import LongwaveTerminal

/// The command `longwave play`.
public struct PlayAction {
    /// A station, an address or a file; nil for what was heard last.
    let what: String?
    let queue: QueueChoice
    let output: OutputChoice
    let options: Configuration
    /// How long the sound plays; nil for no limit.
    let sleep: Duration?
    let settings: PrintSettings

    public init(
        what: String?, queue: QueueChoice, output: OutputChoice, options: Configuration, sleep: Duration? = nil,
        settings: PrintSettings
    ) {
        self.what = what
        self.queue = queue
        self.output = output
        self.options = options
        self.sleep = sleep
        self.settings = settings
    }

    /// The suffixes by which a name is recognised as a sound file, even if no such file exists.
    public static let fileSuffixes = FileName.playable

    /// Runs the command and returns the exit code.
    public func run() -> Int32 { ReportOutput(settings).ending(play) }

    private func play(_ output: ReportOutput) throws(CommandFailure) {
        let player = PlayerSettings(options: options, kind: .privatePlayer, output: self.output)
        let library = LibraryReader(named: player.configuration.library ?? [], isNamed: options.library != nil)
        let queue = queue.settings
        var runner = PlayRunner(player, settings)
        runner.sleep = sleep
        try runner.run(what, asking: StationQuestion(libraries: library.named)) { words in
            let finder = ProgrammeFinder(argument: words, library: library, queue: queue)
            return { memory, loop, found in finder.find(memory, on: loop, found) }
        }
    }
}
