import Longwave
import RadioLoop

/// Keeps a running player in line with the settings file.
///
/// The follower reads the file after each change, and applies the settings of the sound that can change at run time. A
/// file with an error changes nothing.
final class ConfigurationFollower {
    private let player: PlayerSettings
    private let say: (String) -> Void
    private let onChange: (Configuration) -> Void
    private var watch: WatchedFile<ConfigurationFile.Answer>?
    private(set) var configuration: Configuration
    /// The first error in the settings file when it was last read; nil if the file had none.
    private(set) var problem: String?
    private var onReload: [() -> Void] = []

    /// Begins to watch the settings file.
    /// - Parameters:
    ///   - player: the player's settings. Settings of the command line take precedence over the file.
    ///   - say: called with messages for people.
    ///   - onChange: called with the new settings after a change of the file, if they differ from the previous
    ///     settings.
    init(
        _ manager: isolated PlaybackManager, _ player: PlayerSettings, say: @escaping (String) -> Void,
        onChange: @escaping (Configuration) -> Void
    ) {
        self.player = player
        self.say = say
        self.onChange = onChange
        configuration = player.configuration
        watch = ConfigurationFile.usual.map { file in
            file.watch(on: manager.loop, state: ConfigurationFile.atStart.state) { [weak self] in
                self?.received($0, file, manager)
            }
        }
    }

    /// Reads the settings file now, whether or not it has changed. Reports the result even if it is the same as at the
    /// last reading.
    /// - Parameter completion: called when the file was read, with or without an error.
    func reload(_ completion: @escaping () -> Void) {
        guard let watch else { return completion() }
        onReload.append(completion)
        watch.reload()
    }

    /// Applies the settings in the file, or reports its errors. Then calls the completions passed to ``reload(_:)``.
    private func received(
        _ answer: ConfigurationFile.Answer, _ file: ConfigurationFile, _ manager: isolated PlaybackManager
    ) {
        switch answer {
        case .missing: use(Configuration(), file, manager)
        case .read(let new): use(new, file, manager)
        case .refused(let problems): refuse(file.sentences(problems))
        }
        let waiting = onReload
        onReload = []
        for completion in waiting { completion() }
    }

    private func refuse(_ sentences: [String]) {
        let new = sentences.first ?? ""
        guard new != problem || !onReload.isEmpty else { return }
        problem = new
        let more = sentences.count > 1 ? " (and \(sentences.count - 1) more: longwave config check)" : ""
        say("\(new)\(more); the settings do not change")
    }

    /// Applies the settings in the file, and reports which of them take effect only at the next start of the program.
    private func use(_ fromFile: Configuration, _ file: ConfigurationFile, _ manager: isolated PlaybackManager) {
        let wasWrong = problem != nil
        problem = nil
        let (old, new) = (configuration, player.configuration(fromFile))
        guard new != old else {
            if wasWrong {
                say("\(file.path) has no errors now")
            } else if !onReload.isEmpty {
                say("\(file.path) was read again")
            }
            return
        }
        configuration = new
        apply(player.playback(old), player.playback(new), manager)
        onChange(new)
        let late = ConfigurationSection.all.flatMap(\.keys).filter {
            $0.effect == .nextStart && $0.text(old) != $0.text(new)
        }
        let names = late.map { "\"\($0.name)\"" }.joined(separator: ", ")
        say("\(file.path) was read again" + (names.isEmpty ? "" : "; \(names) will change at the next start"))
    }

    private func apply(
        _ old: PlaybackConfiguration, _ new: PlaybackConfiguration, _ manager: isolated PlaybackManager
    ) {
        if new.output != old.output { manager.setOutput(new.output) }
        if new.policy != old.policy { manager.setPolicy(new.policy) }
        if new.crossfade != old.crossfade { manager.setCrossfade(new.crossfade) }
        if new.loudness != old.loudness { manager.setLoudness(new.loudness) }
        if new.equaliser != old.equaliser { manager.setEqualiser(new.equaliser) }
        if new.timePitchAlgorithm != old.timePitchAlgorithm { manager.setTimePitchAlgorithm(new.timePitchAlgorithm) }
    }
}
