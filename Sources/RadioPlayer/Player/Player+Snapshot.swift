import RadioFormats
import RadioLoop

extension Player {
    /// The whole state now.
    func snapshot() -> PlaybackSnapshot {
        let now = MonotonicInstant.now
        var snapshot = PlaybackSnapshot()
        snapshot.facts = machine.facts
        snapshot.item = item
        snapshot.queue = queuePlace
        snapshot.stream = streamDescription
        snapshot.stream?.duration = itemDuration
        snapshot.stream?.isParametricStereo = renderer.isParametricStereo
        snapshot.workingURL = workingURL
        snapshot.nowPlaying = titles.current
        snapshot.outputDevice = outputDevice
        snapshot.volume = volume
        snapshot.isMuted = isMuted
        snapshot.heardDuration = heardDuration
        snapshot.joins = join.tally
        snapshot.tally = tally.until(now)
        snapshot.at = now
        let heard = finishing?.heard(at: now) ?? lane?.heard(at: now) ?? lastHeard
        snapshot.currentTime = position(at: heard.time)
        snapshot.currentDate = wallClock(at: heard.time)
        let held = timeline.range
        if held.end > held.start {
            let length = MediaTime(flicks: held.end - held.start)
            let end = position(at: held.end)
            snapshot.loadedTimeRanges = [MediaTimeRange(start: end - length, end: end)]
        }
        snapshot.seekableTimeRanges = [seekableRange].compactMap { $0 }
        snapshot.liveOffset = MediaTime(flicks: max(held.end - heard.time, 0)).duration
        guard let presentation = streamInfo?.presentation else { return snapshot }
        snapshot.renditions = presentation.renditions
        snapshot.selectedRendition = presentation.track.rendition
        if !presentation.isFinite {
            snapshot.liveOffset = max((presentation.end - snapshot.currentTime).duration, .zero)
        }
        return snapshot
    }

    private var workingURL: String? {
        guard let address = machine.workingAddress, let urls = item?.urls, address < urls.count else {
            return nil
        }
        return urls[address]
    }

    func publish(_ publication: PlaybackAction.Publication) {
        let snapshot = snapshot()
        switch publication {
        case .statusDidChange: notify(.statusDidChange(snapshot))
        case .didStall: notify(.didStall(snapshot))
        case .willRetry(let error, let attempt, let delay):
            notify(.willRetry(error, attempt: attempt, after: delay, snapshot))
        case .didFail(let error): notify(.didFail(error, snapshot))
        case .didFindAddress: notify(.didFindAddress(snapshot.item?.foundURLs.last ?? "", snapshot))
        case .didPlayToEnd: notify(.didPlayToEnd(snapshot))
        case .interruptionBegan(let kind): notify(.interruptionBegan(kind, snapshot))
        case .interruptionEnded(let kind, let resumes):
            notify(.interruptionEnded(kind, shouldResume: resumes, snapshot))
        case .outputRouteDidChange(let reason): notify(.outputRouteDidChange(reason, snapshot))
        }
    }
}
