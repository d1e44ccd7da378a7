/// A request for artwork. After ``cancel()``, its completion is not called, and a download that no other request needs
/// ends.
package final class ArtworkRequest {
    /// Cancels the step that the request waits for, such as a download.
    var cancelStep: (() -> Void)?
    private var completion: ((Result<Artwork, ArtworkError>) -> Void)?

    init(_ completion: @escaping (Result<Artwork, ArtworkError>) -> Void) { self.completion = completion }

    var isOver: Bool { completion == nil }

    /// Cancels the request: its completion is not called.
    package func cancel() {
        completion = nil
        let step = cancelStep
        cancelStep = nil
        step?()
    }

    func end(_ answer: Result<Artwork, ArtworkError>) {
        let completion = completion
        self.completion = nil
        cancelStep = nil
        completion?(answer)
    }
}
