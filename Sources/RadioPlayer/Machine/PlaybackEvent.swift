import RadioAudio
import RadioStreams

/// An event that a ``PlaybackMachine`` handles.
package enum PlaybackEvent: Hashable, Sendable {
    // The listener, a remote, a schedule.
    /// A new item with `addressCount` addresses.
    ///
    /// `first` is the address to try first, for example the one that worked last time. `mayHaveMoved` says that another
    /// address can be looked for if none works, and `hasAlternative` that another item plays if this one fails.
    case play(addressCount: Int, first: Int = 0, mayHaveMoved: Bool = false, hasAlternative: Bool = false)
    /// The listener wants sound of the same item.
    case resume(atLiveEdge: Bool)
    case pause
    case stop
    /// The sound continues elsewhere: with sound that is held, or with what the stream brings from now on.
    case sought(isHeld: Bool)

    // The stream. Events of an older generation never reach the machine.
    /// A connection brings sound.
    ///
    /// `keepsOwnTime`: the sound comes in segments, and the stream itself notices when one is overdue. `holdBack`: how
    /// far behind its newest sound a station of low latency is played.
    case streamOpened(isFinite: Bool, keepsOwnTime: Bool = false, holdBack: Duration? = nil)
    case bytesReceived
    /// Whether the player itself keeps the stream from sending because enough is held.
    case heldBack(Bool)
    /// The duration of the sound that can be decoded and was not given to the output yet.
    case held(Duration)
    /// The connection has brought enough sound to start; it may be sound that is held already.
    case soundReceived
    /// The stream ended; without an error, a finite item is complete.
    case streamEnded(StreamError?)
    case undecodable(String)
    /// Another address was found. It is the last of `addressCount`.
    case addressFound(addressCount: Int)
    /// A search has found no other address.
    case noAddressFound

    // The output, from fresh timing.
    /// The sound server consumed decoded frames since its last answer.
    case consumed
    /// The server's queue is empty, and no sound is at hand.
    case ranDry
    /// The last packet was given to the output.
    case allWritten
    /// All of a finite item was received, and no sound is left for an output.
    case nothingLeft
    /// The last frame left the loudspeaker.
    case endHeard
    case outputFailed(AudioOutputError)
    /// A device is available again: the lost one, the server itself, or another device.
    case outputAvailable(isSameDevice: Bool)
    case serverFroze
    /// The device in use was removed, or its port became unavailable.
    case deviceRemoved(anotherExists: Bool)
    case deviceReturned
    /// The output, or the next one, belongs to another system.
    case outputReplaced

    case interruptionBegan(InterruptionKind)
    case interruptionEnded(InterruptionKind)
    case networkReturned
    /// The machine slept, or the process was stopped, for so long that connections are stale.
    case woke
    /// ``PlaybackMachine/nextDeadline`` has passed.
    case tick
}

extension PlaybackEvent {
    /// Returns the event for a connection that brings sound as `info` describes.
    static func streamOpened(_ info: StreamInfo) -> PlaybackEvent {
        .streamOpened(
            isFinite: info.isFinite, keepsOwnTime: info.presentation != nil,
            holdBack: info.presentation?.partHoldBack?.duration)
    }
}
