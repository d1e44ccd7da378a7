import LongwaveTerminal
import RadioLoop
import RadioStreams

/// The command `longwave record`: records a station to files without playing it aloud.
struct RecordAction {
    /// The station, the address or the file to record.
    let what: String
    let recording: RecordingSettings
    let options: Configuration
    let settings: PrintSettings

    init(
        what: String, recording: RecordingSettings, options: Configuration, settings: PrintSettings
    ) {
        self.what = what
        self.recording = recording
        self.options = options
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(record) }

    /// Receives ``what`` with a player that has no sound output, and records the received stream to files.
    private func record(_ output: ReportOutput) throws(CommandFailure) {
        let configuration = options.inheriting(.ofUser)
        let hls = configuration.variants.settings
        var playback = PlaybackConfiguration(output: .null, policy: .kiosk)
        playback.policy.hls = hls
        if !hls.isLowLatency { playback.policy.playLate() }
        playback.recording = recording.plan(configuration.recording)
        let library = LibraryReader(named: configuration.library ?? [], isNamed: options.library != nil)
        playback.titleRules = TitleRuleFile.readIfPossible(configuration.rules)
        var radio = Radio.Configuration()
        radio.playback = playback
        radio.journal = JournalPlaces()
        let runner = PlayRunner(radio, settings)
        try runner.run(what, asking: StationQuestion(libraries: library.named)) { words in
            let finder = ProgrammeFinder(argument: words, library: library, queue: QueueSettings())
            return { memory, loop, found in
                finder.find(memory, on: loop) { result in
                    // A recording receives only one item. If this item is a file that does not exist, the recording
                    // fails at once.
                    found(
                        result.map(\.alone).flatMap { programme in
                            guard let path = programme.missingFile else { return .success(programme) }
                            return .failure(.playback(.stream(.fileMissing(path))))
                        })
                }
            }
        }
    }
}

extension Programme {
    /// This programme (the items to play, and the way to play them) with only its current item.
    fileprivate var alone: Programme {
        var programme = self
        if items.indices.contains(index) { (programme.items, programme.index) = ([item], 0) }
        programme.skipsFailedItems = false
        return programme
    }

    fileprivate var missingFile: String? {
        guard !isStation, let url = item.urls.first, let path = StreamOpener.localPath(url) else { return nil }
        return LocalFile.exists(path) ? nil : path
    }
}

extension PlaybackPolicy {
    /// Makes the buffers large, because nobody hears the sound. With large buffers, the program wakes up at most about
    /// once per second, which saves power.
    fileprivate mutating func playLate() {
        (startBuffer, restartBuffer, maximumRestartBuffer) = (.seconds(6), .seconds(6), .seconds(6))
        firstSoundTimeout += startBuffer
        outputBuffer = .seconds(30)
    }
}
