import RadioExport
import RadioFormats
import RadioLoop
import Synchronization

/// Writes a file, a recording or a part of it as another file.
///
/// ```swift
/// var request = ExportRequest(source: "show.mp3", target: "song.flac", preset: .flac)
/// request.start = MediaTime(seconds: 61.5)
/// request.end = MediaTime(seconds: 245)
/// let length = try await ExportSession(request).export()
/// ```
/// The target is there when it is whole; after an error or a cancellation nothing is left. A file that exists is never replaced.
public final class ExportSession: Sendable {
    /// What is exported.
    public let request: ExportRequest
    private let radio: Radio
    /// How much of it is done, 0…1: where the length of the source is known. It ends with the export.
    public let progress: AsyncStream<Double>
    private let progressed: AsyncStream<Double>.Continuation
    nonisolated(unsafe) private var run: ExportRun?  // Touched on the manager's loop only.
    private let isBegun = Mutex(false)
    private let id = SequenceID()

    /// - Parameters:
    ///   - request: what is exported.
    ///   - radio: whose network and disk worker are used.
    public init(_ request: ExportRequest, radio: Radio = .shared) {
        self.request = request
        self.radio = radio
        (progress, progressed) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Exports, once. Cancelling the task cancels it.
    /// - Returns: how much sound was written, in media time.
    /// - Throws: ``ExportError``; `CancellationError` after a cancellation.
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

    /// Ends it; nothing is left.
    public func cancel() {
        let manager = radio.manager
        manager.loop.postStarting { [self] in run?.cancel() }
    }

    private func begin(_ end: @escaping @Sendable (Result<Duration, ExportError>) -> Void) {
        let manager = radio.manager
        manager.loop.postStarting { [self] in start(end) }
    }

    /// On the loop.
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
