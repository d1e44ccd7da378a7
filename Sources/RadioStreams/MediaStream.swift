import RadioFormats
import RadioHls

/// Delivers the sound of one address.
///
/// ``StreamOpener`` makes a stream from a URL.
package protocol MediaStream: AnyObject {
    /// Ends the stream. The client gets no further call.
    func cancel()
    /// Pauses or resumes the delivery. Data that is already on its way may still be delivered.
    func setPaused(_ isPaused: Bool)
    /// Lets the kernel collect about `bytes` bytes before it wakes the loop, but for no longer than `patience`.
    ///
    /// If `bytes` is 1, whatever arrives wakes the loop at once. The stream may ignore the threshold.
    func setWakeUpThreshold(bytes: Int, patience: Duration)
    /// Continues at a position of the item or of the ``StreamInfo/presentation``.
    ///
    /// Does nothing if ``StreamInfo/isSeekable`` is false.
    /// - Parameter tolerance: How much earlier than `time` the sound may begin, if it can then be heard sooner.
    func seek(to time: MediaTime, tolerance: Duration)
    /// The state from which another connection can continue, or nil if that connection must start from the beginning.
    var remainder: FileRemainder? { get }
    /// Changes to the rendition with this name, beginning at `time`. Does nothing if there is no such rendition.
    func select(rendition name: String, from time: MediaTime)
}

extension MediaStream {
    package var remainder: FileRemainder? { nil }
    package func seek(to time: MediaTime, tolerance: Duration) {}
    package func select(rendition name: String, from time: MediaTime) {}
}

/// Receives the elements and events of a stream.
///
/// A stream does not retain its client.
package protocol MediaStreamClient: AnyObject {
    /// The address turned out to be sound, which the stream now delivers.
    ///
    /// May be called from inside a C library's callback. So only store the info in this call, and step machines later,
    /// from the loop's inbox.
    func streamOpened(_ info: StreamInfo)
    /// An element arrived. May be called from inside a C library's callback. A packet's bytes are valid only during the
    /// call.
    func streamBrought(_ element: StreamElement)
    /// The length of a finite item became known, after its first packet. May be called from inside a C library's
    /// callback.
    func streamNamed(_ length: NamedLength)
    /// Bytes arrived. Called after ``streamBrought(_:)`` was called for the elements that the bytes contain.
    func streamReceived(bytes: Int)
    /// The stream ended. The last call, made from the loop's inbox. The error is nil if a finite item is complete.
    func streamEnded(with error: StreamError?)

    /// The stream's info changed. Called from the loop's inbox.
    func streamChanged(_ info: StreamInfo)

    // For streams of segments only:

    /// The stream stops fetching until some of its sound was heard (true), or resumes (false). Called from the loop's
    /// inbox.
    func streamHoldsBack(_ holdsBack: Bool)
    /// The duration of the sound that was delivered but not heard yet, including sound in the output.
    var soundAhead: Duration { get }
    /// The pace of requests, counted over all connections. The client keeps it for the next connection.
    var requestPace: RequestPace { get set }
}

extension MediaStreamClient {
    package func streamNamed(_ length: NamedLength) {}
    package func streamChanged(_ info: StreamInfo) {}
    package func streamHoldsBack(_ holdsBack: Bool) {}
    package var soundAhead: Duration { .zero }
    package var requestPace: RequestPace {
        get { RequestPace() }
        set {}
    }
}
