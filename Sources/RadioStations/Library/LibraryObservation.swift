/// The registration of an observer. The observer is called until the registration is cancelled or released.
package final class LibraryObservation {
    private var onCancel: (() -> Void)?

    init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

    deinit { cancel() }

    package func cancel() {
        onCancel?()
        onCancel = nil
    }
}
