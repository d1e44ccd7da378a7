import Longwave

extension ArtworkCache {
    /// Returns the cache in the user's cache folder; nil if the environment names no such folder.
    static func ofUser(loop: EventLoop) -> ArtworkCache? {
        var environment = Environment.folders
        environment["PATH"] = Environment.value("PATH")
        return usual(environment: environment, loop: loop)
    }
}
