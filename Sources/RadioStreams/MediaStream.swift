import RadioFormats
import RadioHls

/// Delivers the sound of one address.
///
/// ``StreamOpener`` makes a stream from a URL.
package protocol MediaStream: AnyObject {
    /// Ends the stream. The client gets no further call.
    func cancel()
    /// Stops the delivery, or resumes it. What is already under way may still come.
    func setPaused(_ isPaused: Bool)
    /// Lets the kernel collect about `bytes` before it wakes the loop, but for no longer than `patience`.
    ///
    /// A value of 1 wakes the loop for every packet. The stream may ignore the threshold.
    func setWakeUpThreshold(bytes: Int, patience: Duration)
    /// Continues at a position of the item or of the ``StreamInfo/presentation``.
    ///
    /// Does nothing if ``StreamInfo/isSeekable`` is false.
    /// - Parameter tolerance: How much earlier the sound may begin if it then comes sooner.
    func seek(to time: MediaTime, tolerance: Duration)
    /// The state that another connection can continue with, or nil if it must begin again.
    var remainder: FileRemainder? { get }
    /// Changes to another rendition of the sound, by name, from a position. Does nothing if there is no such rendition.
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
    /// The address turned out to be sound.
    ///
    /// May be called from inside a library's callback: store the info, and step machines from the inbox.
    func streamOpened(_ info: StreamInfo)
    /// An element came, perhaps from inside a library's callback. A packet's bytes are valid during the call.
    func streamBrought(_ element: StreamElement)
    /// A finite item stated its length. Called after its first packet, perhaps from inside a library's callback.
    func streamNamed(_ length: NamedLength)
    /// Bytes came from the network. Called after the elements in them.
    func streamReceived(bytes: Int)
    /// The stream ended; the last call, from the inbox. The error is nil when a finite item is complete.
    func streamEnded(with error: StreamError?)

    /// The info changed. Called from the inbox.
    func streamChanged(_ info: StreamInfo)

    // For streams of segments only:

    /// The stream pauses (true) until some of its sound was heard, or resumes. Called from the inbox.
    func streamHoldsBack(_ holdsBack: Bool)
    /// The duration of the sound that was delivered and not yet heard, including sound in the output.
    var soundAhead: Duration { get }
    /// The pace of the requests of all connections. The client keeps it for the next connection.
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
