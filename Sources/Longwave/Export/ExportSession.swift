import RadioExport
import RadioFormats
import RadioLoop
import Synchronization

/// Writes a file or recording, or a part of it, as another file.
///
/// ```swift
/// var request = ExportRequest(source: "show.mp3", target: "song.flac", preset: .flac)
/// request.start = MediaTime(seconds: 61.5)
/// request.end = MediaTime(seconds: 245)
/// let length = try await ExportSession(request).export()
/// ```
/// The target appears once it is complete. After an error or cancellation, no file is left. An existing file is never
/// replaced.
public final class ExportSession: Sendable {
    /// The source, the target and the settings of the export.
    public let request: ExportRequest
    private let radio: Radio
    /// The finished fraction of the export, 0…1.
    ///
    /// The stream is empty if the source's duration is unknown, and ends with the export.
    public let progress: AsyncStream<Double>
    private let progressed: AsyncStream<Double>.Continuation
    nonisolated(unsafe) private var run: ExportRun?  // Touched only on the manager's loop.
    private let isBegun = Mutex(false)
    private let id = SequenceID()

    /// - Parameters:
    ///   - request: the source, the target and the settings of the export.
    ///   - radio: the radio that lends its network and disk worker.
    public init(_ request: ExportRequest, radio: Radio = .shared) {
        self.request = request
        self.radio = radio
        (progress, progressed) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Runs the export.
    ///
    /// Cancelling the task cancels the export.
    ///
    /// A session exports once: a second call throws `CancellationError`.
    ///
    /// - Returns: the duration of the sound that was written.
    /// - Throws: ``ExportError``, or `CancellationError` after a cancellation.
    @discardableResult
    public func export() async throws -> Duration {
        let isFirst = isBegun.withLock { isBegun in
            defer { isBegun = true }
            return !isBegun
        }
        guard isFirst else { throw ExportError.cancelled }
        defer { progressed.finish() }
        do {
            return try await withTaskCancellationHandler {
                try Task.checkCancellation()
                return try await withCheckedThrowingContinuation { continuation in
                    begin { continuation.resume(with: $0) }
                }
            } onCancel: {
                cancel()
            }
        } catch ExportError.cancelled { throw CancellationError() }
    }

    /// Cancels the export and deletes what it wrote.
    public func cancel() {
        let manager = radio.manager
        manager.loop.postStarting { [self] in run?.cancel() }
    }

    private func begin(_ end: @escaping @Sendable (Result<Duration, ExportError>) -> Void) {
        let manager = radio.manager
        manager.loop.postStarting { [self] in start(end) }
    }

    /// Starts the export on the loop.
    private func start(_ end: @escaping @Sendable (Result<Duration, ExportError>) -> Void) {
        guard !radio.state.isShutDown, let pool = try? radio.manager.transferPool() else {
            return end(.failure(.cancelled))
        }
        let new = ExportRun(loop: radio.manager.loop, pool: pool, request) { [self] result in
            radio.state.questions[id] = nil
            run = nil
            end(result)
        }
        radio.state.questions[id] = { new.cancel() }
        new.onProgress = { [progressed] at, length in
            guard let length, length > .zero else { return }
            progressed.yield(min(max(at.seconds / length.seconds, 0), 1))
        }
        run = new
        new.start()
    }
}
