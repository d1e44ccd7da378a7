import Longwave
import RadioService

extension Configuration {
    /// The settings of this configuration that the shared player uses and that can change while it runs.
    var wishes: SharedPlayer.Wishes {
        let keeping = KeepSettings(recording)
        return SharedPlayer.Wishes(
            libraries: library ?? [], recordings: keeping.folder, keptSpan: keeping.span,
            links: links ?? SongLinkTemplate.usual)
    }
}
