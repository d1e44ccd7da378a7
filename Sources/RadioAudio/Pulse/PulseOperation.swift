import CPulse

/// Helpers for references to `pa_operation`.
enum PulseOperation {
    /// Releases the reference to an operation, which continues without it. Does nothing for nil, which libpulse returns
    /// if the connection is lost. The callback for the connection's state reports the loss.
    static func forget(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }

    /// Cancels an operation, so that its callback is not called.
    static func cancel(_ operation: inout OpaquePointer?) {
        guard let running = operation else { return }
        operation = nil
        pa_operation_cancel(running)
        pa_operation_unref(running)
    }
}
