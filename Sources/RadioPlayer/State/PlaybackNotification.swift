import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams

/// What a player tells: a change with its reason, and the whole snapshot after it.
///
/// New versions may tell of more: outside of the library a `switch` has a `default`.
@nonexhaustive public enum PlaybackNotification: Hashable, Sendable {
    case statusDidChange(PlaybackSnapshot)
    /// Another track, or none, is *heard*.
    case nowPlayingDidChange(PlaybackSnapshot)
    /// Metadata was parsed; its sound is heard later.
    case metadataReceived(TrackInfo, PlaybackSnapshot)
    case itemDidChange(PlaybackSnapshot)
    case queueDidChange(PlaybackSnapshot)
    /// The last item has come to its end, failed, or was heard as long as an item may be: nothing follows it.
    case queueDidEnd(PlaybackSnapshot)
    /// The volume or mute changed, by us or in a mixer.
    case volumeDidChange(PlaybackSnapshot)
    /// It played and the sound ran out.
    case didStall(PlaybackSnapshot)
    /// The download failed or ended and will be tried again.
    case willRetry(StreamError, attempt: Int, after: Duration, PlaybackSnapshot)
    case didFail(PlaybackError, PlaybackSnapshot)
    /// None of the station's addresses worked; it has another one now, which is tried.
    case didFindAddress(String, PlaybackSnapshot)
    /// The end of a finite item was heard.
    case didPlayToEnd(PlaybackSnapshot)
    case interruptionBegan(InterruptionKind, PlaybackSnapshot)
    case interruptionEnded(InterruptionKind, shouldResume: Bool, PlaybackSnapshot)
    case outputRouteDidChange(RouteChangeReason, PlaybackSnapshot)
    /// Sound goes on after a pause or interruption, and not where it stopped: it was too long for all of what came to be held
    /// (``PlaybackPolicy/pauseBytes``). So much is left out.
    case didDropHeld(Duration, PlaybackSnapshot)
    /// What is heard goes on elsewhere in the item; told at once, also in a pause.
    case didJump(from: MediaTime, to: MediaTime, JumpReason, PlaybackSnapshot)
    /// The download, for which ``willRetry(_:attempt:after:_:)`` was told, brings sound again: after so many failures, and so long
    /// after the first of them.
    case downloadDidRecover(attempts: Int, after: Duration, PlaybackSnapshot)
    /// Codec, rate or channels of what is received are known, or are others: the snapshot's `stream`.
    case formatDidChange(PlaybackSnapshot)
    /// Another variant of the station is received (HTTP Live Streaming), because the line carries more or less: bits a second.
    case qualityDidChange(from: Int, to: Int, PlaybackSnapshot)
    /// The length of the item is known, or is another by a second or more.
    case durationDidChange(PlaybackSnapshot)
    /// Devices of the sound server that came, and the names of those that went. Told while the player has an output or waits for one.
    case outputDevicesDidChange(came: [OutputDevice], went: [String], PlaybackSnapshot)
    /// The item brought its first sound, or has failed (``PlaybackSnapshot/itemStatus``). A new item begins as `unknown`, and
    /// ``itemDidChange(_:)`` tells of it.
    case itemStatusDidChange(PlaybackSnapshot)
    /// The disk cannot keep what ``PlaybackPolicy/timeshift`` wants, or no longer: why. What it kept is lost; from now on 8 MB stay in
    /// memory.
    case timeshiftDidFail(String, PlaybackSnapshot)
    /// Fast forward or rewind begins or is over (``PlaybackSnapshot/scan``).
    case scanDidChange(PlaybackSnapshot)
    /// The sound goes by faster or slower (``PlaybackSnapshot/rate``). Told at once; heard after what the output holds.
    case rateDidChange(PlaybackSnapshot)
    /// A recording has a file with a name now, or is over.
    case recordingDidChange(Recording, PlaybackSnapshot)
    /// At most once a second, and only while somebody asks for it.
    case bufferDidChange(PlaybackSnapshot)

    public enum JumpReason: String, Hashable, Sendable {
        /// The listener wanted it: by position, date or rendition.
        case seek
        /// To the newest sound: because the listener wanted it, or to catch up with a station of low latency.
        case liveEdge
        /// A new connection does not continue what was received before: something between is missing.
        case rejoin
    }

    public enum RouteChangeReason: String, Hashable, Sendable {
        /// The first device, or it is back.
        case deviceAvailable
        /// The device in use was removed or its port became unavailable.
        case deviceRemoved
        /// Somebody moved the stream.
        case moved
    }

    public var snapshot: PlaybackSnapshot {
        switch self {
        case .statusDidChange(let snapshot), .nowPlayingDidChange(let snapshot), .metadataReceived(_, let snapshot),
            .itemDidChange(let snapshot), .queueDidChange(let snapshot), .queueDidEnd(let snapshot),
            .volumeDidChange(let snapshot),
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

    /// What may be told, by name.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case statusDidChange, nowPlayingDidChange, metadataReceived, itemDidChange
        case queueDidChange, queueDidEnd, volumeDidChange, didStall
        case willRetry, didFail, didFindAddress, didPlayToEnd
        case interruptionBegan, interruptionEnded, outputRouteDidChange, didDropHeld
        case scanDidChange, rateDidChange, timeshiftDidFail, recordingDidChange
        case bufferDidChange, didJump, downloadDidRecover, formatDidChange
        case qualityDidChange, durationDidChange, outputDevicesDidChange, itemStatusDidChange
    }

    /// The name as `play --json` has it.
    public var name: String { kind.rawValue }

    package var kind: Kind {
        switch self {
        case .statusDidChange: .statusDidChange
        case .nowPlayingDidChange: .nowPlayingDidChange
        case .metadataReceived: .metadataReceived
        case .itemDidChange: .itemDidChange
        case .queueDidChange: .queueDidChange
        case .queueDidEnd: .queueDidEnd
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
