import RadioAudio
import RadioFormats
import RadioStreams

/// An event that a ``PlaybackMachine`` handles.
package enum PlaybackEvent: Hashable, Sendable {
    // Events from the listener, a remote or a schedule.
    /// The listener, a remote or a schedule wants to hear a new item, which has `addressCount` addresses.
    ///
    /// `first` is the index of the address to try first, for example the one that worked last time. `mayHaveMoved` says
    /// that another address can be searched for if none of the item's addresses works. `hasAlternative` says that
    /// another item plays if this one fails.
    case play(addressCount: Int, first: Int = 0, mayHaveMoved: Bool = false, hasAlternative: Bool = false)
    /// The listener wants to hear the current item: after a pause, after its end or failure, or from its live edge.
    case resume(atLiveEdge: Bool)
    case pause
    case stop
    /// The sound jumps to another position. If `isHeld` is false, the stream must first deliver the sound from there.
    case sought(isHeld: Bool)

    // Events from the stream. Events of an earlier connection never reach the machine.
    /// A connection brings sound.
    ///
    /// `keepsOwnTime`: the sound comes in segments, and the stream itself notices an overdue segment. `holdBack`: how
    /// far behind its newest sound a low-latency station is played; nil for other stations.
    case streamOpened(isFinite: Bool, keepsOwnTime: Bool = false, holdBack: Duration? = nil)
    case bytesReceived
    /// The player has paused the stream, because enough sound waits to be played (true), or has resumed it (false).
    case heldBack(Bool)
    /// This much sound was received and not given to the output yet.
    case held(Duration)
    /// The connection has delivered enough sound to start playing. Some of this sound may repeat sound of the
    /// connection before.
    case soundReceived
    /// The stream ended; without an error, a finite item is complete.
    case streamEnded(StreamError?)
    case undecodable(String)
    /// A search has found another address. It is the last of the item's addresses, whose number is now `addressCount`.
    case addressFound(addressCount: Int)
    /// A search has found no other address.
    case noAddressFound

    // Events from the output, derived from timing that the sound server has just reported.
    /// The sound server has consumed decoded sound since its previous timing report.
    case consumed
    /// The sound server's queue is empty, and the player has too little sound to fill it.
    case ranDry
    /// The decoded sound of the item's last packet was given to the output.
    case allWritten
    /// All of a finite item was received. No output is open, and no sound is left to play.
    case nothingLeft
    /// The last sound of the item left the loudspeaker.
    case endHeard
    case outputFailed(AudioOutputError)
    /// The lost device or sound server is available again, or another device is available.
    case outputAvailable(isSameDevice: Bool)
    case serverFroze
    /// The device in use was removed, or its port became unavailable.
    case deviceRemoved(anotherExists: Bool)
    case deviceReturned
    /// The player now uses another output system.
    case outputReplaced

    case interruptionBegan(InterruptionKind)
    case interruptionEnded(InterruptionKind)
    case networkReturned
    /// Fast forward or rewind began or ended.
    case scanChanged(isRunning: Bool)
    /// The computer has slept, or the process was suspended, for so long that servers have disconnected.
    case woke
    /// The wall clock was set.
    case clockWasSet
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
