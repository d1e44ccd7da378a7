import RadioFormats
import RadioHls

/// Sound on its way from one address: ``StreamOpener`` makes it out of a URL.
package protocol MediaStream: AnyObject {
    /// Nothing is called after it.
    func cancel()
    /// Asks for no more (true) until asked again; what is under way may still come.
    func setPaused(_ isPaused: Bool)
    /// Lets the kernel gather so many bytes before it wakes the loop, but none lie there for longer than `patience`;
    /// 1 for every packet. A hint.
    func setWakeUpThreshold(bytes: Int, patience: Duration)
    /// On from a position, of the item or the ``StreamInfo/presentation``; nothing where ``StreamInfo/isSeekable`` is false.
    /// - Parameter tolerance: how far before the position it may begin where that brings sound sooner.
    func seek(to time: MediaTime, tolerance: Duration)
    /// What another connection may go on with; nil where it must begin again.
    var remainder: FileRemainder? { get }
    /// Another rendition of the sound, by its name, from a position on; nothing where there is none.
    func select(rendition name: String, from time: MediaTime)
}

extension MediaStream {
    package var remainder: FileRemainder? { nil }
    package func seek(to time: MediaTime, tolerance: Duration) {}
    package func select(rendition name: String, from time: MediaTime) {}
}

/// Receives what a stream brings. Not retained by it.
package protocol MediaStreamClient: AnyObject {
    /// It is sound, and this is known of it. From inside a library's callback: store, and step machines from the inbox.
    func streamOpened(_ info: StreamInfo)
    /// From inside a library's callback too; packets are borrowed for the call.
    func streamBrought(_ element: StreamElement)
    /// A finite item says itself how long it is. After its first packet, from inside a library's callback too.
    func streamNamed(_ length: NamedLength)
    /// So many bytes came from the network; after the elements in them.
    func streamReceived(bytes: Int)
    /// Last, from the inbox: nil when a finite item is complete.
    func streamEnded(with error: StreamError?)

    /// More is known of it, or something else. From the inbox.
    func streamChanged(_ info: StreamInfo)

    // Of a stream of segments only.

    /// It brings no more (true) until some of what it brought has been heard. From the inbox.
    func streamHoldsBack(_ holdsBack: Bool)
    /// What it brought and is not heard yet, sound that the output holds included.
    var soundAhead: Duration { get }
    /// Of the requests that all its connections made: kept for the next one.
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
