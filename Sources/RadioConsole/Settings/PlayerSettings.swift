import Longwave

/// The settings of a player from the command line, the environment and the settings file, in this order of precedence.
struct PlayerSettings: Sendable {
    /// The settings of the command line.
    let options: Configuration
    let kind: PlayerKind
    let output: OutputChoice

    /// The settings with which the player starts.
    var configuration: Configuration { options.inheriting(.ofUser) }

    /// Returns the settings that apply when the settings file contains the settings `file`.
    func configuration(_ file: Configuration) -> Configuration {
        options.inheriting(Configuration(environment: Environment.value)).inheriting(file)
    }

    func sound(_ configuration: Configuration) -> SoundSettings { SoundSettings(configuration, kind, output) }
}
