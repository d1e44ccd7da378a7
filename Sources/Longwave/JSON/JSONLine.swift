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

    package func value(_ notification: PlaybackNotification) -> JSONNode {
        line(notification.name, details(notification), notification.snapshot)
    }

    /// Returns a line with the player's current state. Its event is `snapshot`, because the line reports no change.
    package func value(_ snapshot: PlaybackSnapshot) -> JSONNode { line("snapshot", [], snapshot) }

    private func line(_ event: String, _ details: [JSONNode.Member], _ snapshot: PlaybackSnapshot) -> JSONNode {
        let head: [JSONNode.Member] = [
            .init(name: "version", value: .int(Int64(Self.version))), .init(name: "event", value: .string(event)),
            .init(name: "time", value: .string(clock.rfc3339(snapshot.at))),
        ]
        return .object(head + details + state(snapshot))
    }

    /// Returns the members that only lines with this kind of notification have.
    private func details(_ notification: PlaybackNotification) -> [JSONNode.Member] {
        switch notification {
        case .metadataReceived(let track, _): [.init(name: "track", value: Self.track(track))]
        case .willRetry(let error, let attempt, let after, _):
            [
                .init(name: "error", value: Self.error(.stream(error))),
                .init(name: "attempt", value: .int(Int64(attempt))), .init(name: "after", value: .seconds(after)),
            ]
        case .didFail(let error, _): [.init(name: "error", value: Self.error(error))]
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
        let (state, reason): (String, String?) =
            switch recording.state {
            case .recording: ("recording", nil)
            case .ended(let end): ("ended", end.rawValue)
            case .failed(let error): ("failed", error.sentence)
            }
        return .members([
            "id": .int(Int64(recording.id)), "state": .string(state), "reason": .optional(reason),
            "path": .optional(recording.path), "files": .int(Int64(recording.fileCount)),
            "seconds": .seconds(recording.duration), "hasBeginning": .bool(recording.hasBeginning),
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
    private func state(_ snapshot: PlaybackSnapshot) -> [JSONNode.Member] {
        let words = Self.words(snapshot.status)
        let said = StatusWords(snapshot)
        let fields: KeyValuePairs<String, JSONNode> = [
            "status": .string(words.status),
            "reason": .optional(words.reason),
            "statusText": .string(said.state),
            "reasonText": .optional(said.reason),
            "intent": .string(snapshot.intent.rawValue),
            "download": .string(Self.word(snapshot.download)),
            "sound": .string(Self.word(snapshot.sound)),
            "suppressions": .array(snapshot.suppressions.map(Self.word).sorted().map { .string($0) }),
            "item": snapshot.item.map(Self.item) ?? .null,
            "queue": Self.queue(snapshot.queue),
            "stream": snapshot.stream.map(Self.stream) ?? .null,
            "nowPlaying": snapshot.nowPlaying.map(nowPlaying) ?? .null,
            "onAir": snapshot.onAir.map(Self.track) ?? .null,
            "device": .optional(snapshot.outputDevice),
            "volume": .number(snapshot.volume),
            "muted": .bool(snapshot.isMuted),
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
        return fields.map { .init(name: $0.key, value: $0.value) }
    }

    /// Returns the track that is heard, with its station, artwork and web links, and the times at which its title was
    /// received and first heard.
    private func nowPlaying(_ now: NowPlaying) -> JSONNode {
        guard case .object(var members) = Self.track(now.track) else { return .null }
        let more: KeyValuePairs<String, JSONNode> = [
            "station": .string(now.stationName), "artworkURL": .optional(now.artworkURL),
            "received": .string(clock.rfc3339(now.received)), "heard": .string(clock.rfc3339(now.heard)),
            "position": .number(now.position.seconds), "links": Self.links(now.track.links(links)),
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
        ])
    }

    private static func stream(_ stream: StreamDescription) -> JSONNode {
        .members([
            "url": .string(stream.url), "serverName": .optional(stream.serverName), "genre": .optional(stream.genre),
            "contentType": .optional(stream.contentType), "codec": .optional(stream.format?.codec.rawValue),
            "codecName": .optional(stream.codecName), "bitRate": .optional(stream.bitRate),
            "sampleRate": .optional(stream.pcm?.sampleRate),
            "channels": .optional(stream.pcm?.channelCount), "hasTitles": .bool(stream.hasTitles),
            "duration": stream.duration.map { .seconds($0) } ?? .null,
            "preciseDuration": stream.duration.map { _ in .bool(stream.isDurationPrecise) } ?? .null,
        ])
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

    private static func word(_ sound: PlaybackSnapshot.Sound) -> String {
        switch sound {
        case .none: "none"
        case .filling: "filling"
        case .playing: "playing"
        case .starved: "starved"
        case .draining: "draining"
        case .ended: "ended"
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
