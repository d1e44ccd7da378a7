import RadioLoop
import RadioPlayer

extension PlaybackManager {
    /// The number of sample frames decoded at once.
    ///
    /// Between two such pieces, the loop does its other work, such as playback.
    private static let piece = 8192

    /// Returns the waveform of the current item's sound that the player holds.
    ///
    /// A live station's sound is held on its tape (``PlaybackPolicy/timeshift``) and in memory. It is decoded
    /// separately from playback. Cancelling the task cancels the reading.
    ///
    /// - Parameters:
    ///   - range: positions in the item. Sound that is not held is left out. Nil means all held sound.
    ///   - width: the number of columns, 1 to ``Waveform/maximumWidth``.
    /// - Throws: ``ExportError``, or `CancellationError` after a cancellation.
    public func waveform(of range: MediaTimeRange? = nil, width: Int) async throws -> Waveform {
        guard let sound = heldSound(of: range) else { throw ExportError.isEmpty }
        var builder = WaveformBuilder()
        while !sound.isComplete {
            try Task.checkCancellation()
            if isShutDown { throw ExportError.cancelled }
            if let piece = sound.read(frames: Self.piece) {
                builder.add(piece.samples, channels: piece.format.channelCount)
                await Task.yield()
            } else if let failure = sound.failure {
                throw ExportError.undecodable(failure)
            } else if !sound.isComplete {
                await waitForMore(of: sound)
            }
        }
        guard builder.frames > 0 else { throw ExportError.isEmpty }
        return Waveform(columns: builder.columns(width), duration: sound.duration.duration)
    }

    /// Waits until the disk delivers more sound, or until the player is shut down.
    private func waitForMore(of sound: HeldSound) async {
        nonisolated(unsafe) let sound = sound  // Belongs to the loop's thread.
        var ending: Int?
        await withCheckedContinuation { continuation in
            sound.onMore = {
                sound.onMore = nil
                continuation.resume()
            }
            ending = whenShutDown { sound.onMore?() }
        }
        if let ending { forget(ending) }
    }
}
