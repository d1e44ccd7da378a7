import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams

/// A change in a player, with its reason and the whole snapshot after it.
///
/// New versions may add cases, so a `switch` outside of the library needs a `default`.
@nonexhaustive public enum PlaybackNotification: Hashable, Sendable {
    case statusDidChange(PlaybackSnapshot)
    /// Another track is *heard*, or no track is heard any more.
    case nowPlayingDidChange(PlaybackSnapshot)
    /// Metadata was parsed. The sound that it describes is heard later.
    case metadataReceived(TrackInfo, PlaybackSnapshot)
    case itemDidChange(PlaybackSnapshot)
    case queueDidChange(PlaybackSnapshot)
    /// Another source of the programme plays (``PlaybackSnapshot/programme``).
    case sourceDidChange(PlaybackSnapshot)
    /// The last item has ended, has failed or has reached the time limit for items. No item follows.
    case queueDidEnd(PlaybackSnapshot)
    /// The volume, mute or equaliser changed, by a command or in a mixer.
    case volumeDidChange(PlaybackSnapshot)
    /// The sound ran out before the item's end, or the sound server stopped answering while sound played.
    case didStall(PlaybackSnapshot)
    /// A connection attempt failed, or the connection broke or ended. The player will try again after the duration
    /// `after`.
    case willRetry(StreamError, attempt: Int, after: Duration, PlaybackSnapshot)
    case didFail(PlaybackError, PlaybackSnapshot)
    /// None of the station's own addresses worked. A search has found this address, which the player tries next.
    case didFindAddress(String, PlaybackSnapshot)
    /// The end of a finite item was heard.
    case didPlayToEnd(PlaybackSnapshot)
    case interruptionBegan(InterruptionKind, PlaybackSnapshot)
    case interruptionEnded(InterruptionKind, shouldResume: Bool, PlaybackSnapshot)
    case outputRouteDidChange(RouteChangeReason, PlaybackSnapshot)
    /// Sound continues after a pause or interruption, but not where it stopped.
    ///
    /// The pause was too long to keep all sound in memory or on the tape (``PlaybackPolicy/pauseBytes``,
    /// ``PlaybackPolicy/timeshift``). The duration is that of the sound that was dropped.
    case didDropHeld(Duration, PlaybackSnapshot)
    /// The sound continues at another position of the item. Published at once, even in a pause.
    case didJump(from: MediaTime, to: MediaTime, JumpReason, PlaybackSnapshot)
    /// The stream delivers sound again after ``willRetry(_:attempt:after:_:)``.
    ///
    /// `attempts` is the number of failures, and `after` is the time since the first of them.
    case downloadDidRecover(attempts: Int, after: Duration, PlaybackSnapshot)
    /// The codec, rate or channels of the received stream became known or changed. See the snapshot's `stream`.
    case formatDidChange(PlaybackSnapshot)
    /// Another variant of the station is received (HTTP Live Streaming), because the network became faster or slower.
    ///
    /// `from` and `to` are in bits per second.
    case qualityDidChange(from: Int, to: Int, PlaybackSnapshot)
    /// The length of the item became known, or changed by a second or more.
    case durationDidChange(PlaybackSnapshot)
    /// Devices of the sound server appeared (`came`) or disappeared (`went`, by name).
    ///
    /// This is published while the player has an output or waits for one.
    case outputDevicesDidChange(came: [OutputDevice], went: [String], PlaybackSnapshot)
    /// The item's first sound was received, or the item has failed (``PlaybackSnapshot/itemStatus``).
    ///
    /// A new item begins as `unknown`, which ``itemDidChange(_:)`` reports.
    case itemStatusDidChange(PlaybackSnapshot)
    /// The disk cannot keep the sound of ``PlaybackPolicy/timeshift``, or can no longer keep it; the text says why.
    ///
    /// The past sound on the disk is lost. From now on, the newest 8 MB of sound are kept in memory.
    case timeshiftDidFail(String, PlaybackSnapshot)
    /// Fast forward or rewind has begun or ended (``PlaybackSnapshot/scan``).
    case scanDidChange(PlaybackSnapshot)
    /// The sound's speed changed (``PlaybackSnapshot/rate``).
    ///
    /// Published at once. The change is heard after the sound that is already queued at the output.
    case rateDidChange(PlaybackSnapshot)
    /// A recording has opened a new file, or is over.
    case recordingDidChange(Recording, PlaybackSnapshot)
    /// The amount of sound that waits to be played changed. Published at most once a second, and only while
    /// ``PlaybackManager/observeBuffer(_:)`` has an observer.
    case bufferDidChange(PlaybackSnapshot)

    /// The reason why the sound continues at another position.
    public enum JumpReason: String, Hashable, Sendable {
        /// The listener chose another position, date or rendition.
        case seek
        /// Playback jumped to the newest sound, at the listener's request or to catch up with a low-latency station.
        case liveEdge
        /// The sound of a new connection does not continue the sound of the connection before. Sound between the two
        /// may be missing.
        case rejoin
    }

    /// The reason why the sound goes to another device, or to none.
    public enum RouteChangeReason: String, Hashable, Sendable {
        /// The sound goes to a device after it went to none: at the start, or because a device is available again.
        case deviceAvailable
        /// The device in use was removed or its port became unavailable.
        case deviceRemoved
        /// Somebody moved the sound to another device.
        case moved
    }

    public var snapshot: PlaybackSnapshot {
        switch self {
        case .statusDidChange(let snapshot), .nowPlayingDidChange(let snapshot), .metadataReceived(_, let snapshot),
            .itemDidChange(let snapshot), .queueDidChange(let snapshot), .queueDidEnd(let snapshot),
            .sourceDidChange(let snapshot), .volumeDidChange(let snapshot),
            .didStall(let snapshot), .willRetry(_, _, _, let snapshot), .didFail(_, let snapshot),
            .didFindAddress(_, let snapshot), .didPlayToEnd(let snapshot), .interruptionBegan(_, let snapshot),
            .interruptionEnded(_, _, let snapshot),
            .outputRouteDidChange(_, let snapshot), .didDropHeld(_, let snapshot), .bufferDidChange(let snapshot),
            .didJump(_, _, _, let snapshot), .downloadDidRecover(_, _, let snapshot), .formatDidChange(let snapshot),
            .qualityDidChange(_, _, let snapshot), .durationDidChange(let snapshot),
            .outputDevicesDidChange(_, _, let snapshot), .itemStatusDidChange(let snapshot),
            .recordingDidChange(_, let snapshot), .rateDidChange(let snapshot),
            .timeshiftDidFail(_, let snapshot), .scanDidChange(let snapshot):
            snapshot
        }
    }

    /// The kinds of notifications, by name.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case statusDidChange, nowPlayingDidChange, metadataReceived, itemDidChange
        case queueDidChange, queueDidEnd, sourceDidChange, volumeDidChange, didStall
        case willRetry, didFail, didFindAddress, didPlayToEnd
        case interruptionBegan, interruptionEnded, outputRouteDidChange, didDropHeld
        case scanDidChange, rateDidChange, timeshiftDidFail, recordingDidChange
        case bufferDidChange, didJump, downloadDidRecover, formatDidChange
        case qualityDidChange, durationDidChange, outputDevicesDidChange, itemStatusDidChange
    }

    /// The notification's name in the output of `longwave play --json`.
    public var name: String { kind.rawValue }

    package var kind: Kind {
        switch self {
        case .statusDidChange: .statusDidChange
        case .nowPlayingDidChange: .nowPlayingDidChange
        case .metadataReceived: .metadataReceived
        case .itemDidChange: .itemDidChange
        case .queueDidChange: .queueDidChange
        case .queueDidEnd: .queueDidEnd
        case .sourceDidChange: .sourceDidChange
        case .volumeDidChange: .volumeDidChange
        case .didStall: .didStall
        case .willRetry: .willRetry
        case .didFail: .didFail
        case .didFindAddress: .didFindAddress
        case .didPlayToEnd: .didPlayToEnd
        case .interruptionBegan: .interruptionBegan
        case .interruptionEnded: .interruptionEnded
        case .outputRouteDidChange: .outputRouteDidChange
        case .didDropHeld: .didDropHeld
        case .scanDidChange: .scanDidChange
        case .rateDidChange: .rateDidChange
        case .timeshiftDidFail: .timeshiftDidFail
        case .recordingDidChange: .recordingDidChange
        case .bufferDidChange: .bufferDidChange
        case .didJump: .didJump
        case .downloadDidRecover: .downloadDidRecover
        case .formatDidChange: .formatDidChange
        case .qualityDidChange: .qualityDidChange
        case .durationDidChange: .durationDidChange
        case .outputDevicesDidChange: .outputDevicesDidChange
        case .itemStatusDidChange: .itemStatusDidChange
        }
    }
}
