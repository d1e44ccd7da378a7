import RadioLoop
import RadioPlayer

extension PlaybackManager {
    /// Frames that are taken at once; between two pieces the loop does what else there is, such as the sound that is heard.
    private static let piece = 8192

    /// How the sound looks that is held of what plays: on the tape of a live station (``PlaybackPolicy/timeshift``) and in memory. It is
    /// decoded beside what is heard. Cancelling the task cancels it.
    /// - Parameters:
    ///   - range: positions of the item. What is not held of it is left out; nil: all that is held.
    ///   - width: columns, 1 to ``Waveform/maximumWidth``.
    /// - Throws: ``ExportError``; `CancellationError` after a cancellation.
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

    /// Waits for the disk, or for the player's end.
    private func waitForMore(of sound: HeldSound) async {
        nonisolated(unsafe) let sound = sound  // Of the loop's thread.
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
