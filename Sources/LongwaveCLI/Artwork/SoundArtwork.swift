import Longwave
import RadioLoop

/// The pictures that come with a file's or a station's sound.
enum SoundArtwork {
    /// Returns the pictures in the station's sound; empty if it contains no pictures or no sound is received. Runs the
    /// loop until the search for pictures ends.
    static func candidates(of station: Station, on loop: EventLoop) throws(CommandFailure) -> [ArtworkCandidate] {
        var found: [ArtworkCandidate] = []
        do throws(TransferError) {
            let pictures = try AssetPictures(of: station, on: loop) {
                found = $0
                loop.stop()
            }
            withExtendedLifetime(pictures) { loop.run() }
        } catch { throw CommandFailure(code: .unavailable, sentence: "\(error.words).") }
        return found
    }
}
