/// A segment, or part of one, on its way: first what it needs, then itself; one request at a time.
struct MediaJob {
    enum Step: Hashable {
        case key(ResourceCache.Key)
        case map(ResourceCache.Key)
        case media
    }

    var segment: MediaSegment
    /// Which part of it; nil: all of it.
    var part: Int?
    var step = Step.media
    /// Of the request under way; zero: none, a new try is waited for.
    var id = 0
    /// When the request began, and when bytes came last.
    var began = Duration.zero
    var lastProgress = Duration.zero
    var bytes = 0
    var length: Int64?
    /// It was announced and not there yet when it was first asked for; it is not there yet as far as is known.
    var wasHinted = false
    var isHinted = false
    /// When the answer's head came.
    var answered: Duration?
    /// Since when no more of it is taken.
    var pausedAt: Duration?
    /// How fast it comes is known as far as it tells anything.
    var isMeasured = false
    /// Requests for this step that failed.
    var failures = 0
    /// When the segment was first asked for.
    var since: Duration
    /// When it was last looked at, whether it comes in time.
    var lastLook: Duration?
    /// When it is asked for again.
    var retryAt: Duration?

    mutating func ask(_ step: Step, id: Int, at now: Duration) {
        if step != self.step { failures = 0 }
        self.step = step
        self.id = id
        began = now
        lastProgress = now
        bytes = 0
        length = nil
        retryAt = nil
        lastLook = nil
        answered = nil
        pausedAt = nil
        isMeasured = false
    }
}
