import Glibc
import LongwaveTerminal
import RadioService

/// What `longwave serve` does: the player that everybody of this user shares, until it is told to end.
public struct ServeAction {
    let sound: SoundSettings
    let libraries: [String]
    /// The address of a server; nil: the usual ones.
    let directory: String?
    /// Tells the directory that one of its stations is heard, and asks it where one is now.
    let asksDirectory: Bool
    let history: HistorySettings
    /// A file of rules for titles; nil: the usual one.
    let rules: String?
    let keeping: KeepSettings
    /// The desktop shows each title that is heard.
    let notifies: Bool
    let settings: PrintSettings

    public init(
        sound: SoundSettings, libraries: [String], directory: String?, asksDirectory: Bool, history: HistorySettings,
        rules: String?, keeping: KeepSettings, notifies: Bool, settings: PrintSettings
    ) {
        self.sound = sound
        self.libraries = libraries
        self.directory = directory
        self.asksDirectory = asksDirectory
        self.history = history
        self.rules = rules
        self.keeping = keeping
        self.notifies = notifies
        self.settings = settings
    }

    /// - Returns: the exit code.
    public func run() -> Int32 { ReportOutput(settings).ending(serve) }

    private func serve(_ output: ReportOutput) throws(CommandFailure) {
        guard let socket = ControlSocket.place(environment: Environment.value) else {
            throw CommandFailure(
                code: .unavailable, sentence: "There is no folder for the socket of the shared player.",
                hints: ["XDG_RUNTIME_DIR names it, which a login sets; LONGWAVE_SOCKET names the socket itself."])
        }
        var runner = PlayRunner(sound: sound, settings: settings, titleRules: TitleRuleFile.readIfPossible(rules))
        runner.journal = history.journal
        runner.directory = asksDirectory ? .asked(directory) : nil
        runner.keeping = keeping
        runner.notifies = notifies
        runner.service = SharedPlayer.Settings(
            program: "longwave \(Version.current)", socket: socket,
            state: UserFolders(environment: Environment.folders).state.map { $0 + "/player.json" },
            libraries: libraries, recordings: keeping.folder, keptSpan: keeping.span)
        try runner.run { _, _, _ in }
    }
}
