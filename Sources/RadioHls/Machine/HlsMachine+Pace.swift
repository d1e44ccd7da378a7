/// What keeps media waiting although it is its turn.
extension HlsMachine {
    /// Segments in a row that may bring nothing new: those of variants that are not cut alike overlap.
    private static let freeRepeats = 3

    /// One connection serves playlists and media: with sound enough in hand, what comes next waits a little for a playlist that is on its way.
    /// Until when; not for one that the server holds back until there is news.
    var reloadEnd: Duration {
        guard let load, load.reason == .reload, !load.isBlocking, let window else { return .zero }
        return load.began + min(window.target / 2, max(held - Self.reserve, .zero))
    }

    /// There is no room for more, or there is again. That time says nothing of the network, and what the system gathers in it comes at
    /// once when it is over: only what came before is measured.
    mutating func pause(_ isPaused: Bool, at now: Duration) {
        self.isPaused = isPaused
        guard var job, job.id != 0, isPaused == (job.pausedAt == nil) else { return }
        if isWaiting(job.id) {
            // It has not begun: it is asked for anew when there is room.
            waiting.removeAll { $0.id == job.id }
            self.job?.id = 0
            self.job?.retryAt = now
            return
        }
        if let pausedAt = job.pausedAt {
            job.began += now - pausedAt
            job.answered = job.answered.map { $0 + (now - pausedAt) }
            job.lastProgress = now
            job.pausedAt = nil
        } else {
            if job.step == .media, !job.isMeasured { measure(job, at: now) }
            job.isMeasured = true
            job.pausedAt = now
        }
        self.job = job
    }

    // MARK: Nothing new

    /// A segment, or part, has come.
    mutating func countRepeats(_ packets: Int, at now: Duration) {
        guard packets == 0 else { return repeats = nil }
        let (count, since, _) = repeats ?? (0, now, now)
        repeats = (count + 1, since, now)
    }

    /// A server that has the same short segments under ever new numbers is not asked as fast as it answers: it has nothing new, as a playlist
    /// that stays the same, and counts as stale as soon (RFC 8216 §6.3.4). When the next segment may be asked for.
    mutating func earliestOfRepeats(at now: Duration, _ actions: inout [HlsAction]) throws(HlsError) -> Duration {
        guard let repeats, repeats.count > Self.freeRepeats, let target = reload?.target else { return now }
        guard repeats.since + target * ReloadTimer.staleAfter > now else {
            self.repeats = nil
            try leave(for: .stale("\(window?.url ?? "") brings only sound that was there before"), at: now, &actions)
            return now
        }
        return repeats.last + target / 2
    }
}
