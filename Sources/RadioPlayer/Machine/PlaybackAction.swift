import RadioFormats
import RadioStreams

/// An action that a ``PlaybackMachine`` requests. The player carries out the actions in order, after the machine has
/// updated its own state.
package enum PlaybackAction: Hashable, Sendable {
    /// Closes any open stream, then opens the item's address with this index.
    case openStream(address: Int)
    case closeStream
    /// Looks for another address of the item, because none of the item's own addresses works.
    case findAddress
    /// Drops all sound that was received, because a new item begins or the player stops.
    case clearTimeline
    /// Asks the open output to take sound, or opens an output if none is open.
    case startOutput
    /// Silences the output at once and closes it.
    case closeOutput
    case cork
    /// Lets the sound continue where it stopped, or with the oldest sound that is still kept if that position was
    /// dropped.
    case uncork
    /// Continues with the newest sound.
    case jumpToLiveEdge
    /// Continues with the sound that arrives from now on, because the sound received before is stale.
    case skipHeld
    case publish(Publication)

    /// A notification to publish, without its snapshot. The player adds the snapshot when all actions are carried out.
    package enum Publication: Hashable, Sendable {
        case statusDidChange
        case didStall
        case willRetry(StreamError, attempt: Int, after: Duration)
        case downloadDidRecover(attempts: Int, after: Duration)
        case didFail(PlaybackError)
        case didFindAddress
        case didPlayToEnd
        case interruptionBegan(InterruptionKind)
        case interruptionEnded(InterruptionKind, shouldResume: Bool)
        case outputRouteDidChange(PlaybackNotification.RouteChangeReason)

        /// Returns the notification with `snapshot` added.
        func notification(_ snapshot: PlaybackSnapshot) -> PlaybackNotification {
            switch self {
            case .statusDidChange: .statusDidChange(snapshot)
            case .didStall: .didStall(snapshot)
            case .willRetry(let error, let attempt, let delay):
                .willRetry(error, attempt: attempt, after: delay, snapshot)
            case .downloadDidRecover(let attempts, let duration):
                .downloadDidRecover(attempts: attempts, after: duration, snapshot)
            case .didFail(let error): .didFail(error, snapshot)
            case .didFindAddress: .didFindAddress(snapshot.item?.foundURLs.last ?? "", snapshot)
            case .didPlayToEnd: .didPlayToEnd(snapshot)
            case .interruptionBegan(let kind): .interruptionBegan(kind, snapshot)
            case .interruptionEnded(let kind, let resumes):
                .interruptionEnded(kind, shouldResume: resumes, snapshot)
            case .outputRouteDidChange(let reason): .outputRouteDidChange(reason, snapshot)
            }
        }
    }
}
