import CPulse

/// Helpers for references to `pa_operation`.
enum PulseOperation {
    /// Releases an operation, which continues. Nil is allowed, because the state callback reports a dead connection.
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
