import RadioFormats
import RadioHTTP
import RadioLoop

/// Decodes all sound of a finite source, and returns its waveform.
///
/// A reader is used only on the loop's thread.
package final class WaveformReader {
    private let loop: EventLoop
    private let reader: SoundReader
    private let width: Int
    private let onEnd: (Result<Waveform, ExportError>) -> Void
    private var builder = WaveformBuilder()
    private var isOver = false

    /// The maximum number of sample frames that are decoded at once. After each such chunk, the loop does its other
    /// work before it decodes the next one.
    private static let piece = 65_536

    /// Makes a reader. After `start()`, `onEnd` is called once on the loop, with the waveform or the error.
    ///
    /// - Parameters:
    ///   - source: the path or address of the sound.
    ///   - width: the number of columns of the waveform, 1 to ``Waveform/maximumWidth``.
    package init(
        loop: EventLoop, pool: TransferPool, source: String, width: Int,
        onEnd: @escaping (Result<Waveform, ExportError>) -> Void
    ) {
        self.loop = loop
        self.width = width
        self.onEnd = onEnd
        reader = SoundReader(loop: loop, pool: pool, source: source)
        reader.onMore = { [weak self] in self?.read() }
        reader.onFailure = { [weak self] in self?.end(.failure($0)) }
    }

    package func start() { reader.start() }

    package func cancel() { end(.failure(.cancelled)) }

    private func read() {
        guard !isOver else { return }
        do throws(ExportError) {
            if let piece = try reader.read(frames: Self.piece) {
                builder.add(piece.samples, channels: piece.format.channelCount)
                return loop.post { [weak self] in self?.read() }
            }
        } catch { return end(.failure(error)) }
        guard reader.isComplete else { return }
        guard builder.frames > 0 else { return end(.failure(reader.failure.map { .undecodable($0) } ?? .isEmpty)) }
        end(.success(Waveform(columns: builder.columns(width), duration: reader.time.duration)))
    }

    private func end(_ result: Result<Waveform, ExportError>) {
        guard !isOver else { return }
        isOver = true
        reader.stop()
        loop.post { [self] in onEnd(result) }
    }
}
