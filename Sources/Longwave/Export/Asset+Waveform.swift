import RadioExport
import RadioLoop

extension Asset {
    /// Decodes the whole sound of the asset's first address and returns its shape.
    ///
    /// The sound must have an end, unlike that of a live station. Cancelling the task cancels the reading.
    ///
    /// - Parameter width: the number of columns, 1 to ``Waveform/maximumWidth``.
    /// - Throws: ``ExportError``, or `CancellationError` after a cancellation.
    public func waveform(width: Int) async throws -> Waveform {
        let run = WaveformRun(radio, station.urls.first ?? "", width)
        do {
            return try await withTaskCancellationHandler {
                try Task.checkCancellation()
                return try await withCheckedThrowingContinuation { continuation in
                    run.start { continuation.resume(with: $0) }
                }
            } onCancel: {
                run.cancel()
            }
        } catch ExportError.cancelled { throw CancellationError() }
    }
}

/// One reading of a waveform, on the manager's loop.
private final class WaveformRun: Sendable {
    private let radio: Radio
    private let source: String
    private let width: Int
    private let id = SequenceID()
    nonisolated(unsafe) private var reader: WaveformReader?  // Touched only on the loop.

    init(_ radio: Radio, _ source: String, _ width: Int) {
        self.radio = radio
        self.source = source
        self.width = width
    }

    /// Starts the reading on the loop and calls `end` once.
    ///
    /// Shutting down the radio cancels the reading.
    func start(_ end: @escaping @Sendable (Result<Waveform, ExportError>) -> Void) {
        radio.manager.loop.postStarting { [self] in
            guard !radio.state.isShutDown, let pool = try? radio.manager.transferPool() else {
                return end(.failure(.cancelled))
            }
            let new = WaveformReader(loop: radio.manager.loop, pool: pool, source: source, width: width) {
                [self] result in
                radio.state.questions[id] = nil
                reader = nil
                end(result)
            }
            radio.state.questions[id] = { new.cancel() }
            reader = new
            new.start()
        }
    }

    func cancel() {
        radio.manager.loop.postStarting { [self] in reader?.cancel() }
    }
}
