import Longwave

extension ArtworkCache {
    /// The user's own; nil where its folder is not known.
    static func ofUser(loop: EventLoop) -> ArtworkCache? {
        var environment = Environment.folders
        environment["PATH"] = Environment.value("PATH")
        return usual(environment: environment, loop: loop)
    }
}
