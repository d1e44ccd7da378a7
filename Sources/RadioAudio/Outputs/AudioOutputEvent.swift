/// What an ``AudioOutput`` tells its owner, always from the loop's inbox, never from inside one of its methods.
package enum AudioOutputEvent: Hashable, Sendable {
    /// The stream exists in the server and may be written. `device` is the sink's name.
    case opened(device: String)
    /// It cannot be opened, or died; nothing follows.
    case failed(AudioOutputError)
    /// The server answered with fresh timing.
    case timing(OutputTiming)
    /// The server did not answer a timing request for three seconds; a `timing` follows when it does.
    case frozen
    /// The server plays the stream (again) after open, starvation or cork.
    case started
    /// The server's queue ran empty. No proof of a stall by itself: it also follows a start, flush or drain.
    case underflow
    /// The server has carried out ``AudioOutput/setCorked(_:)``.
    case corked(Bool)
    /// All that was written before ``AudioOutput/drain()`` has left the server's queue.
    case drained
    /// The stream plays on another sink now.
    case moved(device: String)
    /// The sink was suspended or resumed. `isOurs` when the stream was corked by us then: an idle suspend, no interruption.
    case suspended(Bool, isOurs: Bool)
    /// Somebody else changed the stream's volume (0…1 and above; 1 is the server's full volume) or mute.
    case volumeChanged(Double, isMuted: Bool)
    /// Another stream wants ours to be silent (`request-cork`), or no longer (`request-uncork`).
    case interruptionRequested(Bool)
}
