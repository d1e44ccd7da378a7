import Longwave

extension ArtworkCache {
    /// Returns the user's picture cache; nil if its folder is not known.
    static func ofUser(loop: EventLoop) -> ArtworkCache? {
        var environment = Environment.folders
        environment["PATH"] = Environment.value("PATH")
        return usual(environment: environment, loop: loop)
    }
}
