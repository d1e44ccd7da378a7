import Longwave
import RadioLoop

extension ArtworkCache {
    /// Returns the cache in the user's cache folder; nil if the environment names no such folder.
    static func ofUser(loop: EventLoop) -> ArtworkCache? {
        usual(environment: Environment.folders, loop: loop)
    }
}
