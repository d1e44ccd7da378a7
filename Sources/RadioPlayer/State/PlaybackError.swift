import RadioAudio
import RadioStreams

/// Why an item does not play.
public enum PlaybackError: Error, Hashable, Sendable {
    case stream(StreamError)
    case output(AudioOutputError)
    /// The retries are used up. `last` is the reason of the last failure.
    case givenUp(last: StreamError)
    /// The sound could not be decoded.
    case undecodable(String)

    /// The stream's error that caused this error; nil if there is none.
    public var streamError: StreamError? {
        switch self {
        case .stream(let error), .givenUp(let error): error
        case .output, .undecodable: nil
        }
    }
}
