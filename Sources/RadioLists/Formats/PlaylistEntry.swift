/// One entry of a list of addresses: its address and its title in the list.
package struct PlaylistEntry: Hashable, Sendable {
    /// An absolute URL, or a path if the list itself is a file named by its path.
    package var url: String
    package var title: String?
    /// Nil for live streams, and if the list does not state a duration.
    package var duration: Duration?

    package init(url: String, title: String? = nil, duration: Duration? = nil) {
        self.url = url
        self.title = title
        self.duration = duration
    }
}
