import RadioStreams

/// What a ``PlaybackMachine`` wants done, in order, after its state is settled.
package enum PlaybackAction: Hashable, Sendable {
    /// Opens the address of the item with this number; an open stream is closed before.
    case openStream(address: Int)
    case closeStream
    /// Looks for another address of the item: none that it has works.
    case findAddress
    /// Forgets all that is held: a new item begins.
    case clearTimeline
    /// Lets the output pull; opens one when there is none.
    case startOutput
    /// Silent at once, and away.
    case closeOutput
    case cork
    /// Goes on where it stopped if that is still held, else at the live edge.
    case uncork
    /// Goes on with the newest sound.
    case jumpToLiveEdge
    /// Goes on with what comes from now on: what is held is stale.
    case skipHeld
    case publish(Publication)

    /// What is to be told, beside the facts.
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
