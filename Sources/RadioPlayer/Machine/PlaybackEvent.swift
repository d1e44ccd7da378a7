import RadioAudio
import RadioStreams

/// What happens to a ``PlaybackMachine``.
package enum PlaybackEvent: Hashable, Sendable {
    // The listener, a remote, a schedule.
    /// A new item with so many addresses, of which `first` is tried first: the one that worked last time. `mayHaveMoved`: where none of
    /// them works, another one can be looked for. `hasAlternative`: where it fails another item is played.
    case play(addressCount: Int, first: Int = 0, mayHaveMoved: Bool = false, hasAlternative: Bool = false)
    /// On with the same item.
    case resume(atLiveEdge: Bool)
    case pause
    case stop
    /// On from elsewhere: with what is held, or with what the stream brings from now on.
    case sought(isHeld: Bool)

    // The stream. Events of an older generation never reach the machine.
    /// `keepsOwnTime`: it comes in segments, and the stream itself knows when one is overdue. `holdBack`: it is played so far behind its
    /// newest sound, which comes as it is made (low latency).
    case streamOpened(isFinite: Bool, keepsOwnTime: Bool = false, holdBack: Duration? = nil)
    case bytesReceived
    /// We ourselves keep the stream from sending (true), as enough is held, or no longer.
    case heldBack(Bool)
    /// So much sound can be decoded that was not yet given to the output.
    case held(Duration)
    /// The connection has brought as much sound as is needed to start; it may be sound that is held already.
    case soundReceived
    /// nil: a finite item is complete.
    case streamEnded(StreamError?)
    case undecodable(String)
    /// Another address was found for the item, which has so many now: the last one is new.
    case addressFound(addressCount: Int)
    /// It was looked for, and there is none.
    case noAddressFound

    // The output, from fresh timing.
    /// Decoded frames were consumed by the sound server since it was asked before.
    case consumed
    /// The server's queue is empty and there is nothing to give.
    case ranDry
    /// The last packet was given to the output.
    case allWritten
    /// All of a finite item was received, and nothing of it is left that an output could be given.
    case nothingLeft
    /// The last frame left the loudspeaker.
    case endHeard
    case outputFailed(AudioOutputError)
    /// There is a device again: the one that was lost or the server itself, or another.
    case outputAvailable(isSameDevice: Bool)
    case serverFroze
    /// The device in use was removed, or its port became unavailable.
    case deviceRemoved(anotherExists: Bool)
    case deviceReturned
    /// The output that is open, or the next one, is of another system.
    case outputReplaced

    case interruptionBegan(InterruptionKind)
    case interruptionEnded(InterruptionKind)
    case networkReturned
    /// The machine slept, or the process was stopped, for long enough that connections are stale.
    case woke
    /// ``PlaybackMachine/nextDeadline`` has passed.
    case tick
}

extension PlaybackEvent {
    /// A connection brings sound, as its stream describes it.
    static func streamOpened(_ info: StreamInfo) -> PlaybackEvent {
        .streamOpened(
            isFinite: info.isFinite, keepsOwnTime: info.presentation != nil,
            holdBack: info.presentation?.partHoldBack?.duration)
    }
}
