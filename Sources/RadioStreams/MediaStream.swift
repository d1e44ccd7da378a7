import RadioFormats

/// Sound on its way from one address: ``StreamOpener`` makes it out of a URL.
public protocol MediaStream: AnyObject {
    /// Nothing is called after it.
    func cancel()
    /// Asks for no more (true) until asked again; what is under way may still come.
    func setPaused(_ isPaused: Bool)
    /// Lets the kernel gather so many bytes before it wakes the loop, but none lie there for longer than `patience`;
    /// 1 for every packet. A hint.
    func setWakeUpThreshold(bytes: Int, patience: Duration)
}

/// Receives what a stream brings. Not retained by it.
public protocol MediaStreamClient: AnyObject {
    /// It is sound, and this is known of it. From inside a library's callback: store, and step machines from the inbox.
    func streamOpened(_ info: StreamInfo)
    /// From inside a library's callback too; packets are borrowed for the call.
    func streamBrought(_ element: StreamElement)
    /// A header of a finite item says how many packets it has in all. After the first of them, from inside a library's
    /// callback too.
    func streamNamed(packetCount: Int)
    /// So many bytes came from the network; after the elements in them.
    func streamReceived(bytes: Int)
    /// Last, from the inbox: nil when a finite item is complete.
    func streamEnded(with error: StreamError?)
}
