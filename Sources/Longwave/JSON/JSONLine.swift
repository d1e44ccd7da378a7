import RadioFormats
import RadioHls
import RadioJSON
import RadioLoop
import RadioPlayer
import RadioText

/// Encodes a player's notification as JSON. The command `play --json` prints one line for each notification.
///
/// docs/JSON.md describes the members of version 1. Later releases of Longwave may add members, but never change or
/// remove one.
package struct JSONLine {
    package static let version = 1

    package var clock: WallClock
    /// The templates of the links under which the heard song can be found on websites.
    package var links: [SongLinkTemplate]

    package init(clock: WallClock, links: [SongLinkTemplate] = SongLinkTemplate.usual) {
        self.clock = clock
        self.links = links
    }

    /// Returns a line for a notification, without the member `sleep`.
    package func value(_ notification: PlaybackNotification) -> JSONNode {
        line(notification.name, details(notification), PlayerState(notification.snapshot, links: links))
    }

    /// Returns a line for a notification, after which the player is in this state.
    package func value(_ notification: PlaybackNotification, _ state: PlayerState) -> JSONNode {
        line(notification.name, details(notification), state, Self.more(state))
    }

    /// Returns a line with the player's current state. Its event is `snapshot`, because the line reports no change.
    package func value(_ state: PlayerState) -> JSONNode { line("snapshot", [], state, Self.more(state)) }

    /// Returns a station without its request headers, which may be secret.
    private static func station(_ station: Station) -> JSONNode {
        var station = station
        (station.headers, station.headerHosts) = ([:], [])
        return StationJSON.json(station)
    }

    private static func alarm(_ alarm: AlarmState?) -> JSONNode {
        guard let alarm else { return .null }
        return .members(["name": .string(alarm.name), "snooze": alarm.snooze.map { .seconds($0) } ?? .null])
    }

    private static func more(_ state: PlayerState) -> [JSONNode.Member] {
        [
            .init(name: "sleep", value: state.sleep.map { .seconds($0) } ?? .null),
            .init(name: "alarm", value: alarm(state.alarm)),
            .init(name: "workingURL", value: .optional(state.snapshot.workingURL)),
            .init(name: "station", value: state.snapshot.item.map { station($0.station) } ?? .null),
        ]
    }

    private func line(
        _ event: String, _ details: [JSONNode.Member], _ state: PlayerState, _ more: [JSONNode.Member] = []
    ) -> JSONNode {
        let head: [JSONNode.Member] = [
            .init(name: "version", value: .int(Int64(Self.version))), .init(name: "event", value: .string(event)),
            .init(name: "time", value: .string(clock.rfc3339(state.snapshot.at))),
        ]
        return .object(head + details + members(state) + more)
    }

    /// Returns the members that only lines with this kind of notification have.
    private func details(_ notification: PlaybackNotification) -> [JSONNode.Member] {
        switch notification {
        case .metadataReceived(let track, _): [.init(name: "track", value: Self.track(track))]
        case .willRetry(let error, let attempt, let after, _):
            [
                .init(name: "error", value: Self.wholeError(.stream(error))),
                .init(name: "attempt", value: .int(Int64(attempt))), .init(name: "after", value: .seconds(after)),
            ]
        case .didFail(let error, _): [.init(name: "error", value: Self.wholeError(error))]
        case .didFindAddress(let url, _): [.init(name: "url", value: .string(url))]
        case .interruptionBegan(let kind, _): [.init(name: "interruption", value: .string(kind.rawValue))]
        case .interruptionEnded(let kind, let shouldResume, _):
            [
                .init(name: "interruption", value: .string(kind.rawValue)),
                .init(name: "shouldResume", value: .bool(shouldResume)),
            ]
        case .outputRouteDidChange(let reason, _): [.init(name: "routeReason", value: .string(reason.rawValue))]
        case .didDropHeld(let duration, _): [.init(name: "dropped", value: .seconds(duration))]
        case .didJump(let from, let to, let reason, _):
            [
                .init(name: "from", value: .number(from.seconds)), .init(name: "to", value: .number(to.seconds)),
                .init(name: "jumpReason", value: .string(reason.rawValue)),
            ]
        case .downloadDidRecover(let attempts, let after, _):
            [
                .init(name: "attempts", value: .int(Int64(attempts))), .init(name: "after", value: .seconds(after)),
            ]
        case .qualityDidChange(let old, let new, _):
            [.init(name: "from", value: .int(Int64(old))), .init(name: "to", value: .int(Int64(new)))]
        case .outputDevicesDidChange(let came, let went, _):
            [
                .init(name: "came", value: .array(came.map { .string($0.name) })),
                .init(name: "went", value: .array(went.map { .string($0) })),
            ]
        case .timeshiftDidFail(let why, _): [.init(name: "message", value: .string(why))]
        case .recordingDidChange(let recording, _): [.init(name: "recording", value: Self.recording(recording))]
        case .itemStatusDidChange(let snapshot):
            [.init(name: "itemStatus", value: Self.itemStatus(snapshot.itemStatus))]
        default: []
        }
    }

    /// Returns a recording: its state with the reason why it ended or failed, its path, its number of files and its
    /// duration.
    private static func recording(_ recording: Recording) -> JSONNode {
        let (state, reason, error): (String, String?, JSONNode) =
            switch recording.state {
            case .recording: ("recording", nil, .null)
            case .ended(let end): ("ended", end.rawValue, .null)
            case .failed(let error): ("failed", error.sentence, wholeError(.output(error)))
            }
        return .members([
            "id": .int(Int64(recording.id)), "state": .string(state), "reason": .optional(reason),
            "path": .optional(recording.path), "files": .int(Int64(recording.fileCount)),
            "seconds": .seconds(recording.duration), "hasBeginning": .bool(recording.hasBeginning),
            "error": error,
        ])
    }

    private static func itemStatus(_ status: PlaybackItem.Status) -> JSONNode {
        switch status {
        case .unknown: .string("unknown")
        case .ready: .string("ready")
        case .failed: .string("failed")
        }
    }

    /// Returns the members that every line has: the player's complete state.
    private func members(_ state: PlayerState) -> [JSONNode.Member] {
        let snapshot = state.snapshot
        let words = Self.words(snapshot.status)
        let fields: KeyValuePairs<String, JSONNode> = [
            "status": .string(words.status),
            "reason": .optional(words.reason),
            "statusText": .string(state.status.state),
            "reasonText": .optional(state.status.reason),
            "intent": .string(snapshot.intent.rawValue),
            "download": .string(Self.word(snapshot.download)),
            "sound": .string(snapshot.sound.description),
            "suppressions": .array(snapshot.suppressions.map(Self.word).sorted().map { .string($0) }),
            "item": snapshot.item.map(Self.item) ?? .null,
            "queue": Self.queue(snapshot.queue),
            "stream": snapshot.stream.map(Self.stream) ?? .null,
            "nowPlaying": snapshot.nowPlaying.map { nowPlaying($0, state.links) } ?? .null,
            "chapter": Self.chapter(snapshot),
            "onAir": snapshot.onAir.map(Self.track) ?? .null,
            "device": .optional(snapshot.outputDevice),
            "volume": .number(snapshot.volume),
            "muted": .bool(snapshot.isMuted),
            "loudness": Self.tenths(snapshot.loudness),
            "loudnessGain": Self.tenths(snapshot.loudnessGain),
            "equaliser": .string(snapshot.equaliser.text),
            "currentTime": .number(snapshot.currentTime.seconds),
            "currentDate": JSONNode.date(snapshot.currentDate),
            "loadedTimeRanges": .array(snapshot.loadedTimeRanges.map(Self.range)),
            "seekableTimeRanges": .array(snapshot.seekableTimeRanges.map(Self.range)),
            "liveOffset": .seconds(snapshot.liveOffset),
            "rate": .number(snapshot.rate),
            "scan": .optional(snapshot.scan?.rawValue),
            "recordings": .array(snapshot.recordings.map(Self.recording)),
            "renditions": .array(snapshot.renditions.map(Self.rendition)),
            "selectedRendition": snapshot.selectedRendition.map(Self.rendition) ?? .null,
            "heard": .seconds(snapshot.heardDuration),
            "stalls": .int(Int64(snapshot.stallCount)),
            "reconnects": .int(Int64(snapshot.reconnectCount)),
            "joined": .int(Int64(snapshot.joins.joined)),
        ]
        var members = fields.map { JSONNode.Member(name: $0.key, value: $0.value) }
        if let drift = snapshot.drift { members.append(.init(name: "drift", value: .number(drift.rounded()))) }
        guard let place = snapshot.programme else { return members }
        return members + [.init(name: "programme", value: programme(place))]
    }

    /// Returns the programme that plays, with its sources and the last change to another source.
    private func programme(_ place: ProgrammePlace) -> JSONNode {
        .members([
            "name": .string(place.name), "sources": .array(place.sources.map { .string($0) }),
            "index": .int(Int64(place.index)), "switches": .int(Int64(place.switchCount)),
            "reason": .optional(place.lastSwitch?.reason.rawValue),
            "switched": .optional(place.lastSwitch.map { clock.rfc3339($0.at) }),
        ])
    }

    private static func tenths(_ number: Double?) -> JSONNode {
        number.map { .number(($0 * 10).rounded() / 10) } ?? .null
    }

    /// Returns the track that is heard, with its station, artwork and web links, and the times at which its title was
    /// received and first heard.
    private func nowPlaying(_ now: NowPlaying, _ links: [SongLink]) -> JSONNode {
        guard case .object(var members) = Self.track(now.track) else { return .null }
        let more: KeyValuePairs<String, JSONNode> = [
            "station": .string(now.stationName), "artworkURL": .optional(now.artworkURL),
            "received": .string(clock.rfc3339(now.received)), "heard": .string(clock.rfc3339(now.heard)),
            "position": .number(now.position.seconds), "links": Self.links(links),
        ]
        // The member `artworkURL` of the track is replaced by `NowPlaying.artworkURL`, which is the artwork of the
        // track or, if the track has none, of the station.
        members.removeAll { $0.name == "artworkURL" }
        members += more.map { .init(name: $0.key, value: $0.value) }
        return .object(members)
    }

    package static func links(_ links: [SongLink]) -> JSONNode {
        .array(links.map { .members(["name": .string($0.name), "url": .string($0.url)]) })
    }

    /// Returns a track: artist, title and other parts as Longwave read them from the station's title, and the title's
    /// raw text.
    ///
    /// If the raw bytes are not UTF-8, they are in the member `rawBase64` instead of `raw`.
    package static func track(_ track: TrackInfo) -> JSONNode {
        let raw = String(validating: track.raw, as: UTF8.self)
        let ids = track.identifiers.map {
            JSONNode.members(["name": .string($0.name), "value": .string($0.value)])
        }
        return .members([
            "kind": .string(track.kind.rawValue), "artist": .optional(track.artist), "title": .optional(track.title),
            "text": .string(track.text), "artworkURL": .optional(track.artworkURL),
            "linkURL": .optional(track.linkURL), "album": .optional(track.album),
            "duration": track.duration.map { .seconds($0) } ?? .null, "ids": .array(ids),
            "charset": .optional(track.charset), "repaired": .bool(track.isRepaired), "raw": .optional(raw),
            "rawBase64": raw == nil ? .string(Base64.encode(track.raw)) : .null,
        ])
    }

    /// Returns the charset that was chosen for a station's titles, with the evidence for the choice.
    package static func charset(_ decision: CharsetDecision) -> JSONNode {
        .members([
            "charset": .string(decision.charset), "basis": .string(decision.basis.rawValue),
            "confidence": .number((decision.confidence * 1e6).rounded() / 1e6),
            "titles": .int(Int64(decision.titleCount)), "bytes": .int(Int64(decision.byteCount)),
            "utf8Titles": .int(Int64(decision.utf8Count)), "detector": .optional(decision.detector),
            "considered": .array(
                decision.considered.map {
                    .members(["charset": .string($0.charset), "behind": .number(($0.behind * 100).rounded() / 100)])
                }),
            "repairedTo": .optional(decision.repairedTo),
        ])
    }

    package static func error(_ error: PlaybackError) -> JSONNode {
        .members([
            "kind": .string(error.code),
            "last": .optional(error.streamError.map { $0.code }),
            "message": .string(error.sentence),
            "exitCode": .int(Int64(ExitCode(error).rawValue)),
        ])
    }

    /// Returns an error with all that ``PlayerStateReader`` needs to read it.
    private static func wholeError(_ error: PlaybackError) -> JSONNode {
        guard case .object(let members) = Self.error(error) else { return .null }
        return .object(
            members + [
                .init(name: "detail", value: .string(error.detail)),
                .init(name: "httpStatus", value: .optional(error.streamError?.httpStatus)),
            ])
    }

    private static func item(_ item: PlaybackItem) -> JSONNode {
        .members([
            "id": .optional(item.station.id), "name": .string(item.station.name),
            "urls": .array(item.urls.map { .string($0) }),
        ])
    }

    private static func queue(_ place: QueuePlace) -> JSONNode {
        .members([
            "index": .int(Int64(place.index)), "count": .int(Int64(place.count)),
            "repeat": .string(place.repeatMode.rawValue), "shuffled": .bool(place.isShuffled),
            "entry": place.entryID.map { .int(Int64(clamping: $0)) } ?? .null,
        ])
    }

    private static func stream(_ stream: StreamDescription) -> JSONNode {
        .members([
            "url": .string(stream.url), "serverName": .optional(stream.serverName), "genre": .optional(stream.genre),
            "contentType": .optional(stream.contentType), "codec": .optional(stream.codec?.rawValue),
            "codecName": .optional(stream.codecName), "summary": .string(stream.summary),
            "bitRate": .optional(stream.bitRate),
            "sampleRate": .optional(stream.pcm?.sampleRate),
            "channels": .optional(stream.pcm?.channelCount), "hasTitles": .bool(stream.hasTitles),
            "duration": stream.duration.map { .seconds($0) } ?? .null,
            "preciseDuration": stream.duration.map { _ in .bool(stream.isDurationPrecise) } ?? .null,
            "chapters": .array(stream.chapters.map { .object(chapter($0)) }),
        ])
    }

    /// Returns the chapter that is heard, with its index in the stream's chapters; null if there is none.
    private static func chapter(_ snapshot: PlaybackSnapshot) -> JSONNode {
        guard let index = snapshot.chapterIndex, let chapter = snapshot.stream?.chapters[index] else { return .null }
        return .object([.init(name: "index", value: .int(Int64(index)))] + Self.chapter(chapter))
    }

    /// Returns the members of a chapter of a file. The end is null for a chapter that lasts until the end of the file.
    package static func chapter(_ chapter: Chapter) -> [JSONNode.Member] {
        [
            .init(name: "start", value: .number(chapter.start.seconds)),
            .init(name: "end", value: chapter.end.map { .number($0.seconds) } ?? .null),
            .init(name: "title", value: .string(chapter.title)),
        ]
    }

    /// Returns a rendition, such as a language, that the listener can choose.
    private static func rendition(_ rendition: Rendition) -> JSONNode {
        .members([
            "name": .string(rendition.name), "language": .optional(rendition.language),
            "default": .bool(rendition.isDefault),
            "characteristics": .array(rendition.characteristics.map { .string($0) }),
        ])
    }

    private static func range(_ range: MediaTimeRange) -> JSONNode {
        .array([.number(range.start.seconds), .number(range.end.seconds)])
    }

    /// Returns the name of a status and the name of its reason, which is nil if the status has no reason.
    ///
    /// JSON output and tables contain these names.
    package static func words(_ status: PlaybackStatus) -> (status: String, reason: String?) {
        switch status {
        case .stopped: ("stopped", nil)
        case .playing: ("playing", nil)
        case .ended: ("ended", nil)
        case .failed(let error): ("failed", error.code)
        case .paused(.user): ("paused", "user")
        case .paused(.interruption): ("paused", "interruption")
        case .paused(.outputDeviceRemoved): ("paused", "outputDeviceRemoved")
        case .waitingToPlay(.connecting): ("waitingToPlay", "connecting")
        case .waitingToPlay(.buffering): ("waitingToPlay", "buffering")
        case .waitingToPlay(.stalled): ("waitingToPlay", "stalled")
        case .waitingToPlay(.reconnecting): ("waitingToPlay", "reconnecting")
        case .waitingToPlay(.noOutputDevice): ("waitingToPlay", "noOutputDevice")
        }
    }

    private static func word(_ download: PlaybackSnapshot.Download) -> String {
        switch download {
        case .idle: "idle"
        case .connecting: "connecting"
        case .receiving: "receiving"
        case .frozen: "frozen"
        case .retrying: "retrying"
        case .ended: "ended"
        case .failed: "failed"
        }
    }

    private static func word(_ suppression: PlaybackSnapshot.Suppression) -> String {
        switch suppression {
        case .interruption(let kind): "interruption:\(kind.rawValue)"
        case .outputDeviceRemoved: "outputDeviceRemoved"
        case .noOutputDevice: "noOutputDevice"
        }
    }
}
