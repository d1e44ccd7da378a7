/// The registration of an observer. The registration ends when it is cancelled or released.
public final class PlaybackObservation {
    private var onCancel: (() -> Void)?

    init(onCancel: @escaping () -> Void) { self.onCancel = onCancel }

    public func cancel() {
        onCancel?()
        onCancel = nil
    }

    deinit { cancel() }
}
