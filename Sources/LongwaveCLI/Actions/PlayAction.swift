import LongwaveTerminal

/// The command `longwave play`: plays stations, addresses or files with the private player.
struct PlayAction {
    /// A station, an address or a file; nil for the item that was heard last.
    let what: String?
    let queue: QueueChoice
    let output: OutputChoice
    let options: Configuration
    /// The time after which the sleep timer ends the sound; nil for no sleep timer.
    let sleep: Duration?
    let settings: PrintSettings

    init(
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

    /// The suffixes of sound files. An argument with such a suffix means a file, even if the file does not exist.
    static let fileSuffixes = FileName.playable

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(play) }

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
