/// One entry of a list of addresses: its address and its title in the list.
package struct PlaylistEntry: Hashable, Sendable {
    /// An absolute URL, or a file path if the list was read from a file whose location was passed as a path.
    package var url: String
    package var title: String?
    /// The duration that the list states; nil for live streams, and if the list states none.
    package var duration: Duration?

    package init(url: String, title: String? = nil, duration: Duration? = nil) {
        self.url = url
        self.title = title
        self.duration = duration
    }
}
