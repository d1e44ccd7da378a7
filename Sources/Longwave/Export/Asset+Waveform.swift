import RadioExport
import RadioLoop

extension Asset {
    /// Decodes all sound of the asset's first address and returns its waveform.
    ///
    /// The sound must be finite: for a live station, the call throws ``ExportError/isLive(_:)``. Cancelling the calling
    /// task ends the decoding.
    ///
    /// - Parameter width: the number of columns of the waveform, 1 to ``Waveform/maximumWidth``.
    /// - Throws: ``ExportError``. `CancellationError` if the task was cancelled or the radio was shut down.
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

/// Decodes one asset's sound into a waveform, on the player's loop.
private final class WaveformRun: Sendable {
    private let radio: Radio
    private let source: String
    private let width: Int
    private let id = SequenceID()
    nonisolated(unsafe) private var reader: WaveformReader?  // Used only on the player's loop.

    init(_ radio: Radio, _ source: String, _ width: Int) {
        self.radio = radio
        self.source = source
        self.width = width
    }

    /// Starts decoding on the player's loop. Calls `end` once, with the waveform or the error.
    ///
    /// When the radio is shut down, decoding ends with ``ExportError/cancelled``.
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
