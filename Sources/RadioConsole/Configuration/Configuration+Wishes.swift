import Longwave
import RadioService

extension Configuration {
    /// The settings that the shared player uses.
    var wishes: SharedPlayer.Wishes {
        let keeping = KeepSettings(recording)
        return SharedPlayer.Wishes(
            libraries: library ?? [], recordings: keeping.folder, keptSpan: keeping.span,
            links: links ?? SongLinkTemplate.usual)
    }
}
