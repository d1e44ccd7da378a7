/// Artwork that was asked for. Cancelled, it is answered no more, and what was fetched for it alone is given up.
package final class ArtworkRequest {
    /// What is asked for now is cancelled by this.
    var cancelStep: (() -> Void)?
    private var completion: ((Result<Artwork, ArtworkError>) -> Void)?

    init(_ completion: @escaping (Result<Artwork, ArtworkError>) -> Void) { self.completion = completion }

    var isOver: Bool { completion == nil }

    /// Nothing more is heard of it.
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
