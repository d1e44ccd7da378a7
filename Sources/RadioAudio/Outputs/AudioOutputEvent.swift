/// An event of an ``AudioOutput``. Events come from the loop's inbox, never from inside a method of the output.
package enum AudioOutputEvent: Hashable, Sendable {
    /// The stream exists at the server and accepts sound. `device` is the sink's name.
    case opened(device: String)
    /// The stream could not be opened, or ended with an error. No event follows.
    case failed(AudioOutputError)
    /// The server reported its timing.
    case timing(OutputTiming)
    /// The server did not answer a timing request for three seconds. `timing` follows when the server answers.
    case frozen
    /// The stream began to play at the server, after it was opened, ran out of sound or was corked.
    case started
    /// The server's queue is empty. This alone does not prove a stall, because the event also follows a start, flush or
    /// drain.
    case underflow
    /// The server has executed ``AudioOutput/setCorked(_:)``.
    case corked(Bool)
    /// All sound written before ``AudioOutput/drain()`` has left the server's queue.
    case drained
    /// The stream now plays on another sink.
    case moved(device: String)
    /// The sink was suspended (true) or resumed (false). `isOurs` is true if Longwave had corked the stream: the server
    /// suspended the sink because it was idle, so this is not an interruption.
    case suspended(Bool, isOurs: Bool)
    /// Another program changed the stream's mute or volume. 1 is the server's full volume; higher values are possible.
    case volumeChanged(Double, isMuted: Bool)
    /// The server asks our stream to be silent (true, `request-cork`) because another stream plays, such as a phone
    /// call, or to continue (false, `request-uncork`).
    case interruptionRequested(Bool)
}
