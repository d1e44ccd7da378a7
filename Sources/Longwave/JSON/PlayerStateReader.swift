import RadioAudio
import RadioFormats
import RadioHls
import RadioJSON
import RadioLoop
import RadioPlayer
import RadioStreams

/// Reads a player's state and notifications from the JSON that ``JSONLine`` writes, as the shared player sends them.
///
/// Members that an older program does not write keep their default values.
package struct PlayerStateReader {
    private let clock: WallClock
    private let now: MonotonicInstant

    /// - Parameters:
    ///   - clock: converts the dates in the JSON.
    ///   - now: when the JSON arrived.
    package init(clock: WallClock, now: MonotonicInstant) {
        self.clock = clock
        self.now = now
    }

    /// Returns the state; nil if the value is no state.
    package func state(_ value: JSONValue) -> PlayerState? {
        guard let name = value["status"]?.string else { return nil }
        let snapshot = snapshot(value, status: name)
        let links = items(value["nowPlaying"]?["links"]).compactMap { link -> SongLink? in
            guard let name = link["name"]?.string, let url = link["url"]?.string else { return nil }
            return SongLink(name: name, url: url)
        }
        var words = StatusWords(snapshot)
        (words.state, words.attempt) = (value["statusText"]?.string ?? words.state, nil)
        words.cause = value["reasonText"]?.string
        let alarm = value["alarm"].flatMap { alarm in
            alarm["name"]?.string.map { AlarmState(name: $0, snooze: alarm["snooze"]?.seconds) }
        }
        return PlayerState(snapshot, sleep: value["sleep"]?.seconds, alarm: alarm, links: links, status: words)
    }

    /// Returns the notification whose name is the member `event`; nil if this program does not know the notification.
    /// - Parameter snapshot: the player's snapshot in the same value.
    package func notification(_ value: JSONValue, _ snapshot: PlaybackSnapshot) -> PlaybackNotification? {
        guard let kind = value["event"]?.string.flatMap(PlaybackNotification.Kind.init) else { return nil }
        let after = value["after"]?.seconds ?? .zero
        func interruption() -> InterruptionKind {
            value["interruption"]?.string.flatMap(InterruptionKind.init) ?? .application
        }
        switch kind {
        case .statusDidChange: return .statusDidChange(snapshot)
        case .nowPlayingDidChange: return .nowPlayingDidChange(snapshot)
        case .metadataReceived: return .metadataReceived(Self.track(value["track"] ?? .null), snapshot)
        case .itemDidChange: return .itemDidChange(snapshot)
        case .queueDidChange: return .queueDidChange(snapshot)
        case .queueDidEnd: return .queueDidEnd(snapshot)
        case .sourceDidChange: return .sourceDidChange(snapshot)
        case .volumeDidChange: return .volumeDidChange(snapshot)
        case .didStall: return .didStall(snapshot)
        case .willRetry:
            let error = Self.streamError(value["error"] ?? .null)
            return .willRetry(error, attempt: value["attempt"]?.integer ?? 1, after: after, snapshot)
        case .didFail: return .didFail(Self.error(value["error"] ?? .null), snapshot)
        case .didFindAddress: return .didFindAddress(value["url"]?.string ?? "", snapshot)
        case .didPlayToEnd: return .didPlayToEnd(snapshot)
        case .interruptionBegan: return .interruptionBegan(interruption(), snapshot)
        case .interruptionEnded:
            return .interruptionEnded(interruption(), shouldResume: value["shouldResume"] == .bool(true), snapshot)
        case .outputRouteDidChange:
            let reason = value["routeReason"]?.string.flatMap(PlaybackNotification.RouteChangeReason.init)
            return .outputRouteDidChange(reason ?? .moved, snapshot)
        case .didDropHeld: return .didDropHeld(value["dropped"]?.seconds ?? .zero, snapshot)
        case .didJump:
            let reason = value["jumpReason"]?.string.flatMap(PlaybackNotification.JumpReason.init)
            return .didJump(from: Self.time(value["from"]), to: Self.time(value["to"]), reason ?? .seek, snapshot)
        case .downloadDidRecover:
            return .downloadDidRecover(attempts: value["attempts"]?.integer ?? 1, after: after, snapshot)
        case .formatDidChange: return .formatDidChange(snapshot)
        case .qualityDidChange:
            return .qualityDidChange(
                from: value["from"]?.integer ?? 0, to: value["to"]?.integer ?? 0, snapshot)
        case .durationDidChange: return .durationDidChange(snapshot)
        case .outputDevicesDidChange:
            let came = items(value["came"]).compactMap(\.string).map { OutputDevice(name: $0) }
            return .outputDevicesDidChange(came: came, went: items(value["went"]).compactMap(\.string), snapshot)
        case .itemStatusDidChange: return .itemStatusDidChange(snapshot)
        case .timeshiftDidFail: return .timeshiftDidFail(value["message"]?.string ?? "", snapshot)
        case .scanDidChange: return .scanDidChange(snapshot)
        case .rateDidChange: return .rateDidChange(snapshot)
        case .recordingDidChange: return .recordingDidChange(recording(value["recording"] ?? .null), snapshot)
        case .bufferDidChange: return .bufferDidChange(snapshot)
        }
    }

    // MARK: The snapshot

    private func snapshot(_ value: JSONValue, status: String) -> PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        snapshot.at = now
        snapshot.facts = facts(value, status: status)
        if let item = value["item"], let name = item["name"]?.string {
            snapshot.item = PlaybackItem(Self.station(item, name: name, more: value["station"] ?? .null))
        }
        snapshot.queue = Self.queue(value["queue"] ?? .null)
        snapshot.programme = value["programme"].flatMap(programme)
        snapshot.stream = value["stream"].flatMap { stream in stream["url"]?.string.map { self.stream(stream, url: $0) }
        }
        snapshot.nowPlaying = value["nowPlaying"].flatMap { $0["text"] == nil ? nil : nowPlaying($0) }
        snapshot.onAir = value["onAir"].flatMap { $0["text"] == nil ? nil : Self.track($0) }
        snapshot.outputDevice = value["device"]?.string
        snapshot.volume = value["volume"]?.number ?? 1
        snapshot.isMuted = value["muted"] == .bool(true)
        snapshot.loudness = value["loudness"]?.number
        snapshot.loudnessGain = value["loudnessGain"]?.number
        snapshot.equaliser = value["equaliser"]?.string.flatMap(Equaliser.init) ?? .flat
        snapshot.workingURL = value["workingURL"]?.string
        snapshot.currentTime = Self.time(value["currentTime"])
        snapshot.currentDate = value["currentDate"]?.string.flatMap { ISODate($0)?.time }
        snapshot.loadedTimeRanges = items(value["loadedTimeRanges"]).compactMap(Self.range)
        snapshot.seekableTimeRanges = items(value["seekableTimeRanges"]).compactMap(Self.range)
        snapshot.liveOffset = value["liveOffset"]?.seconds ?? .zero
        snapshot.rate = value["rate"]?.number ?? 1
        snapshot.drift = value["drift"]?.number
        snapshot.scan = value["scan"]?.string.flatMap(ScanDirection.init)
        snapshot.recordings = items(value["recordings"]).map(recording)
        snapshot.renditions = items(value["renditions"]).map(Self.rendition)
        snapshot.selectedRendition = value["selectedRendition"].flatMap { $0 == .null ? nil : Self.rendition($0) }
        snapshot.heardDuration = value["heard"]?.seconds ?? .zero
        snapshot.joins.joined = value["joined"]?.integer ?? 0
        return snapshot
    }

    private func programme(_ value: JSONValue) -> ProgrammePlace? {
        guard let name = value["name"]?.string else { return nil }
        var place = ProgrammePlace(name: name, sources: items(value["sources"]).compactMap(\.string))
        (place.index, place.switchCount) = (value["index"]?.integer ?? 0, value["switches"]?.integer ?? 0)
        if let reason = value["reason"]?.string.flatMap(ProgrammePlace.Reason.init) {
            place.lastSwitch = .init(reason, at: instant(value["switched"]))
        }
        return place
    }

    package static func queue(_ value: JSONValue) -> QueuePlace {
        var queue = QueuePlace()
        queue.index = value["index"]?.integer ?? 0
        queue.count = value["count"]?.integer ?? 0
        queue.repeatMode = value["repeat"]?.string.flatMap { .init(rawValue: $0) } ?? .none
        queue.isShuffled = value["shuffled"] == .bool(true)
        queue.entryID = value["entry"]?.integer.map { UInt64(clamping: $0) }
        return queue
    }

    /// Returns facts from which the same status follows.
    private func facts(_ value: JSONValue, status: String) -> PlaybackFacts {
        var facts = PlaybackFacts()
        let reason = value["reason"]?.string
        facts.intent =
            value["intent"]?.string.flatMap(PlaybackSnapshot.Intent.init) ?? (status == "playing" ? .playing : .stopped)
        facts.stallCount = value["stalls"]?.integer ?? 0
        facts.reconnectCount = value["reconnects"]?.integer ?? 0
        facts.isScanning = value["scan"]?.string != nil
        facts.wasHeard = reason != "connecting" && (value["heard"]?.number ?? 0) > 0
        if reason == "reconnecting" {
            (facts.wasHeard, facts.reconnectCount) = (true, max(facts.reconnectCount, 1))
        }
        facts.suppressions = Set(
            items(value["suppressions"]).compactMap { word in
                switch word.string {
                case "outputDeviceRemoved": .outputDeviceRemoved
                case "noOutputDevice": .noOutputDevice
                case let text?:
                    text.hasPrefix("interruption:")
                        ? InterruptionKind(rawValue: String(text.dropFirst(13))).map { .interruption($0) } : nil
                case nil: nil
                }
            })
        facts.download =
            switch value["download"]?.string {
            case "connecting": .connecting
            case "receiving": .receiving
            case "frozen": .frozen(since: now)
            case "retrying": .retrying(attempt: max(facts.reconnectCount, 1), at: now, because: .connectionLost(""))
            case "ended": .ended
            case "failed": .failed(Self.error(.object(["kind": .string(reason ?? "")])))
            default: .idle
            }
        facts.sound =
            switch value["sound"]?.string {
            case "filling": .filling
            case "playing": .playing
            case "starved": .starved(since: now)
            case "draining": .draining
            case "ended": .ended
            default: status == "playing" ? .playing : .none
            }
        return facts
    }

    private func stream(_ value: JSONValue, url: String) -> StreamDescription {
        var stream = StreamDescription(url: url, hasTitles: value["hasTitles"] == .bool(true))
        stream.serverName = value["serverName"]?.string
        stream.genre = value["genre"]?.string
        stream.contentType = value["contentType"]?.string
        stream.bitRate = value["bitRate"]?.integer
        stream.duration = value["duration"]?.seconds
        stream.isDurationPrecise = value["preciseDuration"] == .bool(true)
        stream.chapters = items(value["chapters"]).map { chapter in
            Chapter(
                start: Self.time(chapter["start"]), end: chapter["end"]?.number.map { MediaTime(seconds: $0) },
                title: chapter["title"]?.string ?? "")
        }
        if let rate = value["sampleRate"]?.integer, let channels = value["channels"]?.integer {
            stream.pcm = PCMFormat(sampleRate: rate, channelCount: channels)
        }
        if let name = value["codecName"]?.string {
            let rate = stream.bitRate.map { " \(($0 + 500) / 1000) kbit/s" } ?? ""
            stream.label = .init(
                codec: value["codec"]?.string.flatMap(AudioCodec.init), name: name,
                summary: value["summary"]?.string ?? name + rate)
        }
        return stream
    }

    private func nowPlaying(_ value: JSONValue) -> NowPlaying {
        NowPlaying(
            track: Self.track(value), stationName: value["station"]?.string ?? "",
            artworkURL: value["artworkURL"]?.string, received: instant(value["received"]),
            heard: instant(value["heard"]), position: Self.time(value["position"]))
    }

    private func recording(_ value: JSONValue) -> Recording {
        let reason = value["reason"]?.string
        let state: Recording.State =
            switch value["state"]?.string {
            case "ended": .ended(reason.flatMap(RecordingEnd.init) ?? .asked)
            case "failed":
                if case .output(let error) = Self.error(value["error"] ?? .null) {
                    .failed(error)
                } else {
                    .failed(.file(reason ?? ""))
                }
            default: .recording
            }
        return Recording(
            id: value["id"]?.integer ?? 0, path: value["path"]?.string, fileCount: value["files"]?.integer ?? 0,
            duration: value["seconds"]?.seconds ?? .zero, hasBeginning: value["hasBeginning"] != .bool(false),
            state: state)
    }

    private func instant(_ value: JSONValue?) -> MonotonicInstant {
        guard let time = value?.string.flatMap({ ISODate($0)?.time }) else { return now }
        return clock.instant(milliseconds: Int64((time.seconds * 1000).rounded()))
    }

    // MARK: Values

    private func items(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let items)? = value { items } else { [] }
    }

    /// - Parameter more: the station with all its members, if the player told them.
    private static func station(_ value: JSONValue, name: String, more: JSONValue) -> Station {
        var urls: [String] = []
        if case .array(let values)? = value["urls"] { urls = values.compactMap(\.string) }
        var station = Station(name: name, urls: urls, id: value["id"]?.string)
        station.artworkURL = more["imageURL"]?.string
        station.homepage = more["homepage"]?.string
        return station
    }

    private static func track(_ value: JSONValue) -> TrackInfo {
        var track = TrackInfo(
            kind: value["kind"]?.string.flatMap(TrackInfo.Kind.init) ?? .unknown, artist: value["artist"]?.string,
            title: value["title"]?.string, text: value["text"]?.string ?? "",
            artworkURL: value["artworkURL"]?.string, linkURL: value["linkURL"]?.string,
            album: value["album"]?.string, duration: value["duration"]?.seconds,
            raw: value["raw"]?.string.map { Array($0.utf8) } ?? value["rawBase64"]?.string.flatMap {
                Base64.decode(Array($0.utf8)[...])
            } ?? [])
        if case .array(let ids)? = value["ids"] {
            track.identifiers = ids.prefix(TrackInfo.maximumIdentifiers).compactMap { id in
                guard let name = id["name"]?.string, let value = id["value"]?.string else { return nil }
                return .init(name: name, value: value)
            }
        }
        track.charset = value["charset"]?.string
        track.isRepaired = value["repaired"] == .bool(true)
        return track
    }

    private static func rendition(_ value: JSONValue) -> Rendition {
        var rendition = Rendition(kind: .audio, groupID: "", name: value["name"]?.string ?? "")
        rendition.language = value["language"]?.string
        rendition.isDefault = value["default"] == .bool(true)
        if case .array(let words)? = value["characteristics"] { rendition.characteristics = words.compactMap(\.string) }
        return rendition
    }

    private static func time(_ value: JSONValue?) -> MediaTime { MediaTime(seconds: value?.number ?? 0) }

    private static func range(_ value: JSONValue) -> MediaTimeRange? {
        guard case .array(let ends) = value, ends.count == 2, let start = ends[0].number, let end = ends[1].number,
            start <= end
        else { return nil }
        return MediaTimeRange(start: MediaTime(seconds: start), end: MediaTime(seconds: end))
    }

    // MARK: Errors

    private static func error(_ value: JSONValue) -> PlaybackError {
        let detail = value["detail"]?.string ?? ""
        let output: [String: AudioOutputError] = [
            "noServer": .noServer(detail), "serverLost": .serverLost(detail), "noDevice": .noDevice(detail),
            "outputFile": .file(detail), "outputFileExists": .fileExists(detail), "outputRefused": .refused(detail),
        ]
        switch value["kind"]?.string ?? "" {
        case "givenUp": return .givenUp(last: streamError(value))
        case "undecodable": return .undecodable(detail)
        case let kind: return output[kind].map { .output($0) } ?? .stream(streamError(value))
        }
    }

    /// Reads the stream's error from the members of an error.
    private static func streamError(_ value: JSONValue) -> StreamError {
        let (detail, status) = (value["detail"]?.string ?? "", value["httpStatus"]?.integer ?? 0)
        return switch value["last"]?.string ?? value["kind"]?.string ?? "" {
        case "fileMissing": .fileMissing(detail)
        case "fileUnreadable": .fileUnreadable(detail)
        case "badAddress": .badAddress(detail)
        case "hostUnknown": .hostUnknown(detail)
        case "noNetwork": .noNetwork(detail)
        case "unreachable": .unreachable(detail)
        case "timedOut": .timedOut(detail)
        case "insecure": .insecure(detail)
        case "accessDenied": .accessDenied(status: status, detail)
        case "notFound": .notFound(status: status, detail)
        case "serverError": .serverError(status: status, detail, retryAfter: nil)
        case "notSound": .notSound(detail)
        case "unsupported": .unsupported(detail)
        case "protocolViolation": .protocolViolation(detail)
        case "emptyPlaylist": .emptyPlaylist(detail)
        case "resources": .resources(detail)
        default: .connectionLost(detail)
        }
    }
}
