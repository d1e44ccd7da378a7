/// Why a request to a service for listening histories failed, in words for the listener.
package struct ScrobbleFailure: Error, Hashable {
    package var words: String

    package init(_ words: String) { self.words = words }
}
