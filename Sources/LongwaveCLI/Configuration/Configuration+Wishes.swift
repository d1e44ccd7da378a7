import Longwave

extension Configuration {
    /// The settings of commands to a player, which can change while it runs.
    var commands: CommandSettings {
        let keeping = KeepSettings(recording)
        var settings = CommandSettings()
        settings.libraries = library ?? []
        settings.programmes = programmes ?? []
        settings.recordings = keeping.folder
        settings.keptSpan = keeping.span
        settings.equalisers = equalisers
        settings.links = links ?? SongLinkTemplate.usual
        return settings
    }
}
