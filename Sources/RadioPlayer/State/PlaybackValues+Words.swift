import RadioFormats

// The words that `print` shows.

extension PlaybackItem: CustomStringConvertible {
    public var description: String { station.description }
}

extension PlaybackItem.Status: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .ready: "ready"
        case .failed(let error): "failed: \(error)"
        }
    }
}

extension NowPlaying: CustomStringConvertible {
    public var description: String { "\(track) (\(stationName))" }
}

extension StreamDescription: CustomStringConvertible {
    public var description: String { [summary, url].filter { !$0.isEmpty }.joined(separator: ", ") }
}

extension MediaTimeRange: CustomStringConvertible {
    public var description: String { isEmpty ? "empty" : "\(start.words) to \(end.words)" }
}

extension AudioLevels: CustomStringConvertible {
    public var description: String { channels.map { "\(Int($0.average.rounded())) dB" }.joined(separator: ", ") }
}

extension QueuePlace: CustomStringConvertible {
    public var description: String { count == 0 ? "empty" : "\(index + 1) of \(count)" }
}

extension PlaybackQueue: CustomStringConvertible {
    public var description: String {
        current.map { "\($0), \(QueuePlace(self))" } ?? "empty"
    }
}

extension PlaybackQueue.Entry: CustomStringConvertible {
    public var description: String { failure.map { "\(item), failed: \($0)" } ?? item.description }
}

extension Recording: CustomStringConvertible {
    public var description: String { "\(state): \(path ?? "no file"), \(duration)" }
}

extension Recording.State: CustomStringConvertible {
    public var description: String {
        switch self {
        case .recording: "recording"
        case .ended(let reason): "ended (\(reason))"
        case .failed(let error): "failed (\(error))"
        }
    }
}

extension PlaybackTally: CustomStringConvertible {
    public var description: String {
        "heard \(heard), \(stallCount.counted("stall")), \(reconnectCount.counted("reconnection")), "
            + "longest silence \(longestSilence)"
    }
}

extension PlaybackSnapshot: CustomStringConvertible {
    public var description: String {
        let names = [item?.description, nowPlaying?.track.description].compactMap(\.self)
        return ([status.description] + names).joined(separator: ", ")
    }
}

extension PlaybackNotification: CustomStringConvertible {
    public var description: String {
        switch self {
        case .metadataReceived(let track, _): "\(name): \(track)"
        case .willRetry(let error, let attempt, let after, _): "\(name): \(error), attempt \(attempt), in \(after)"
        case .didFail(let error, _): "\(name): \(error)"
        case .didFindAddress(let url, _): "\(name): \(url)"
        case .interruptionBegan(let kind, _), .interruptionEnded(let kind, _, _): "\(name): \(kind)"
        case .outputRouteDidChange(let reason, let snapshot):
            "\(name): \(reason), \(snapshot.outputDevice ?? "no device")"
        case .didDropHeld(let duration, _): "\(name): \(duration)"
        case .didJump(let from, let to, let reason, _): "\(name): from \(from.words) to \(to.words), \(reason)"
        case .downloadDidRecover(let attempts, let after, _): "\(name): \(attempts.counted("attempt")), after \(after)"
        case .qualityDidChange(let from, let to, _): "\(name): from \(from) to \(to) bit/s"
        case .outputDevicesDidChange(let came, let went, _): "\(name): came \(came), went \(went)"
        case .timeshiftDidFail(let reason, _): "\(name): \(reason)"
        case .recordingDidChange(let recording, _): "\(name): \(recording)"
        case .formatDidChange(let snapshot): "\(name): \(snapshot.stream?.description ?? "none")"
        case .volumeDidChange(let snapshot): "\(name): \(snapshot.volume)\(snapshot.isMuted ? ", muted" : "")"
        case .queueDidChange(let snapshot): "\(name): \(snapshot.queue)"
        case .statusDidChange, .nowPlayingDidChange, .itemDidChange, .queueDidEnd, .sourceDidChange, .didStall,
            .didPlayToEnd, .bufferDidChange, .durationDidChange, .itemStatusDidChange, .scanDidChange, .rateDidChange:
            "\(name): \(snapshot)"
        }
    }
}
