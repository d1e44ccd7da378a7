import ArgumentParser
import Longwave

/// The options that `play`, `pick`, `serve` and the screen share.
struct PlayerOptions: ParsableArguments {
    @OptionGroup(title: "Sound") var sound: SoundOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Directory") var directory: KeptDirectoryOptions
    @OptionGroup(title: "Titles") var history: HistoryOptions
    @OptionGroup(title: "Titles") var scrobbling: ScrobbleOptions
    @OptionGroup(title: "Rules for titles") var rules: RuleOptions

    @Flag(
        inversion: .prefixedNo,
        help: "Shows a desktop notification for each title that you hear. (default: --no-notify)")
    var notify: Bool?

    /// Returns the settings of the command line, which take precedence over the environment and the settings file.
    /// - Parameter front: the part of the settings for the kind of player: the private or the shared player.
    func configuration(_ front: WritableKeyPath<Configuration, Configuration.Front>) -> Configuration {
        var options = Configuration()
        sound.apply(to: &options, front)
        library.apply(to: &options)
        directory.apply(to: &options)
        history.apply(to: &options)
        scrobbling.apply(to: &options)
        options.rules = rules.rules
        options.notifies = notify
        return options
    }
}
