import RadioLoop
import RadioPlayer

extension PlaybackManager {
    /// The maximum number of sample frames that are decoded at once for a waveform.
    ///
    /// After each such chunk, the loop does its other work, such as playing, before it decodes the next one.
    private static let piece = 8192

    /// Returns the waveform of the sound of the current item, as far as the player has this sound in memory or on its
    /// tape.
    ///
    /// The tape has the past sound of a live station (``PlaybackPolicy/timeshift``). The sound is decoded again for the
    /// waveform, and playing is not disturbed. Cancelling the calling task ends the decoding.
    ///
    /// - Parameters:
    ///   - range: the range of positions in the item. Sound that the player does not have any more is left out. Nil
    ///     means all sound that it has.
    ///   - width: the number of columns of the waveform, 1 to ``Waveform/maximumWidth``.
    /// - Throws: ``ExportError``, which is ``ExportError/isEmpty`` if the player has no sound in the range.
    ///   `CancellationError` if the task was cancelled.
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

    /// Waits until more sound was read from the tape, or until the player is shut down.
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
