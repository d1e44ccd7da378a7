import RadioAudio
import RadioFormats
import RadioStreams

/// Why an item does not play.
public enum PlaybackError: Error, Hashable, Sendable {
    case stream(StreamError)
    case output(AudioOutputError)
    /// The player has given up reconnecting, because the time allowed by ``PlaybackPolicy/retry`` is over. `last` is
    /// the error of the last connection attempt.
    case givenUp(last: StreamError)
    /// The sound could not be decoded.
    case undecodable(String)

    /// The error of the stream that caused this error; nil if no stream's error did.
    public var streamError: StreamError? {
        switch self {
        case .stream(let error), .givenUp(let error): error
        case .output, .undecodable: nil
        }
    }
}
