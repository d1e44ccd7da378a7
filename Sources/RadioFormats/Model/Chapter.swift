/// A named part of a sound file, such as a chapter of an audiobook.
package struct Chapter: Hashable, Sendable {
    package var start: MediaTime
    package var title: String

    package init(start: MediaTime, title: String) {
        self.start = start
        self.title = title
    }
}
