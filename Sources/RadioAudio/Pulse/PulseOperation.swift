import CPulse

/// References to `pa_operation`.
enum PulseOperation {
    /// Lets the operation run its course. Nil (the connection died) is fine: the state callback tells.
    static func forget(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }

    /// Its callback will not be called any more.
    static func cancel(_ operation: inout OpaquePointer?) {
        guard let running = operation else { return }
        operation = nil
        pa_operation_cancel(running)
        pa_operation_unref(running)
    }
}
