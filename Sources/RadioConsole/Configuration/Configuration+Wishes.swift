import Longwave
import RadioService

extension Configuration {
    /// What the shared player is told of it.
    var wishes: SharedPlayer.Wishes {
        let keeping = KeepSettings(recording)
        return SharedPlayer.Wishes(
            libraries: library ?? [], recordings: keeping.folder, keptSpan: keeping.span,
            links: links ?? SongLinkTemplate.usual)
    }
}
