/// Lasts until it is cancelled or released.
public final class LibraryObservation {
    private var onCancel: (() -> Void)?

    init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

    deinit { cancel() }

    public func cancel() {
        onCancel?()
        onCancel = nil
    }
}
