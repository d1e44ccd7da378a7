import RadioAudio
import RadioStreams

/// Why an item does not play.
public enum PlaybackError: Error, Hashable, Sendable {
    case stream(StreamError)
    case output(AudioOutputError)
    /// The retries are used up; the last reason.
    case givenUp(last: StreamError)
    /// Nothing of the sound could be decoded.
    case undecodable(String)

    /// The reason that lies below.
    public var streamError: StreamError? {
        switch self {
        case .stream(let error), .givenUp(let error): error
        case .output, .undecodable: nil
        }
    }
}
