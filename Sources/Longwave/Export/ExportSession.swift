import RadioExport
import RadioFormats
import RadioLoop
import Synchronization

/// Writes the sound of a file or recording, or a part of that sound, into a new file.
///
/// ```swift
/// var request = ExportRequest(source: "show.mp3", target: "song.flac", preset: .flac)
/// request.start = MediaTime(seconds: 61.5)
/// request.end = MediaTime(seconds: 245)
/// let length = try await ExportSession(request).export()
/// ```
/// The new file appears at the target path once it is complete. After an error or a cancellation, no file is left. An
/// existing file is never replaced.
public final class ExportSession: Sendable {
    /// The source, the target, the range and the format of the export.
    public let request: ExportRequest
    private let radio: Radio
    /// The fraction of the export that is finished, 0…1. A slow reader gets only the newest value.
    ///
    /// The stream ends with the export. It stays empty if ``ExportRequest/end`` is nil and the source's duration is
    /// unknown.
    public let progress: AsyncStream<Double>
    private let progressed: AsyncStream<Double>.Continuation
    private let length = Mutex<Duration?>(nil)
    nonisolated(unsafe) private var run: ExportRun?  // Used only on the player's loop.
    private let isBegun = Mutex(false)
    private let id = SequenceID()

    /// Makes a session. ``export()`` starts the export.
    ///
    /// - Parameters:
    ///   - request: the source, the target, the range and the format of the export.
    ///   - radio: the radio whose network connections and threads the export uses.
    public init(_ request: ExportRequest, radio: Radio = .shared) {
        self.request = request
        self.radio = radio
        (progress, progressed) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Runs the export and returns once the new file is complete.
    ///
    /// Cancelling the calling task cancels the export.
    ///
    /// A session exports only once. A second call of this method throws `ExportError.cancelled`.
    ///
    /// - Returns: the duration of the sound that was written.
    /// - Throws: ``ExportError``. `CancellationError` if the export was cancelled or the radio was shut down.
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

    /// The duration of the sound that the new file will contain; nil until it is known.
    public var duration: Duration? { length.withLock { $0 } }

    /// Cancels the export and deletes the unfinished file.
    public func cancel() {
        let manager = radio.manager
        manager.loop.postStarting { [self] in run?.cancel() }
    }

    private func begin(_ end: @escaping @Sendable (Result<Duration, ExportError>) -> Void) {
        let manager = radio.manager
        manager.loop.postStarting { [self] in start(end) }
    }

    /// Starts the export. Called on the player's loop. Calls `end` once, with the duration that was written or the
    /// error.
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
        new.onProgress = { [self] at, length in
            guard let length, length > .zero else { return }
            self.length.withLock { $0 = length.duration }
            progressed.yield(min(max(at.seconds / length.seconds, 0), 1))
        }
        run = new
        new.start()
    }
}
