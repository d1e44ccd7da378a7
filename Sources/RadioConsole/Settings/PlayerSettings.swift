import Longwave

/// What a player is told by the command line, and what follows with the environment and the file of settings behind it.
struct PlayerSettings: Sendable {
    /// The command line.
    let options: Configuration
    let kind: PlayerKind
    let output: OutputChoice

    /// What holds at the start.
    var configuration: Configuration { options.inheriting(.ofUser) }

    /// What holds once the file says something else.
    func configuration(_ file: Configuration) -> Configuration {
        options.inheriting(Configuration(environment: Environment.value)).inheriting(file)
    }

    func sound(_ configuration: Configuration) -> SoundSettings { SoundSettings(configuration, kind, output) }
}
