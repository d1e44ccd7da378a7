/// Why a request to a service failed, in words for people.
package struct ScrobbleFailure: Error, Hashable {
    package var words: String

    package init(_ words: String) { self.words = words }
}
