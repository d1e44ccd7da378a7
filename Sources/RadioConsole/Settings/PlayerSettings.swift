import Longwave

/// The settings of a player from the command line, the environment and the settings file, in this order of precedence.
struct PlayerSettings: Sendable {
    /// The settings of the command line.
    let options: Configuration
    let kind: PlayerKind
    let output: OutputChoice

    /// The settings at the start.
    var configuration: Configuration { options.inheriting(.ofUser) }

    /// Returns the settings after the settings file has changed to `file`.
    func configuration(_ file: Configuration) -> Configuration {
        options.inheriting(Configuration(environment: Environment.value)).inheriting(file)
    }

    func sound(_ configuration: Configuration) -> SoundSettings { SoundSettings(configuration, kind, output) }
}
