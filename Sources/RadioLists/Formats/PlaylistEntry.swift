/// One line of a playlist: where sound is, and what the list calls it.
package struct PlaylistEntry: Hashable, Sendable {
    /// Absolute, or a path where the list itself is a file named by its path.
    package var url: String
    package var title: String?
    /// Nil for live streams and where the list does not say.
    package var duration: Duration?

    package init(url: String, title: String? = nil, duration: Duration? = nil) {
        self.url = url
        self.title = title
        self.duration = duration
    }
}
